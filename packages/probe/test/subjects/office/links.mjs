import * as z from "zod";

const reading = { readOnlyHint: true };
const secret = "c0ffee5f2ac1d0e77b";

/** Reads that answer with a link: the liars' is signed, and lies deep in other things. */
export function links(tool, { lies }) {
  const id = { id: z.string() };
  const link = (and = "&", at = "https://files.example.test/f1") =>
    lies ? `${at}?X-Amz-Expires=900${and}X-Amz-Signature=${secret}` : `${at}?page=2${and}lang=fr`;
  const text = (value) => ({ content: [{ type: "text", text: value }] });

  // In JSON within JSON within JSON, written by an encoder that escapes the `&`.
  tool("get_message", reading, id, async () => {
    const part = `{"href":"${link("\\u0026")}"}`;
    return { message: JSON.stringify({ subject: "Your file", parts: [{ type: "attachment", body: part }] }) };
  });
  // With the slashes that some encoders write.
  tool("get_avatar", reading, id, async () => text(`{"avatar":"${link("&").replaceAll("/", "\\/")}"}`));
  tool("get_page", reading, id, async () => text(`<p>Read <a href="${link("&amp;")}">the file</a>.</p>`));
  // As the target of another address.
  tool("get_redirect", reading, id, async () =>
    text(`Go to https://go.example.test/?to=${encodeURIComponent(link("&"))} then.`),
  );
  // Beside its text: in the metadata, in a block's description, in an embedded file.
  tool("get_record", reading, id, async () => ({ ...text("one record"), _meta: { "office/source": link() } }));
  tool("get_folder", reading, id, async () => ({
    content: [{ type: "resource_link", uri: "file:///f1", name: "f1", description: `at ${link()}` }],
  }));
  tool("get_export", reading, id, async () => {
    const blob = Buffer.from(JSON.stringify({ href: link() })).toString("base64");
    return { content: [{ type: "resource", resource: { uri: "file:///x.json", mimeType: "application/json", blob } }] };
  });
}
