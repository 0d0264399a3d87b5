import { expect, test } from "vitest";
import { envelopeToToolResult, payloadToToolResult } from "../../src/wire/to-tool-result.js";

test("structuredContent is the JSON of the text, as it was when the result was made", () => {
  const foo = { name: "seven", updated_at: new Date(0), gone: undefined };
  const results = [
    envelopeToToolResult({ status: "ok", tool: "delete_foo", message: "Foo 7 deleted", foo }),
    payloadToToolResult({ status: "ok", tool: "delete_foo", message: "Foo 7 deleted", foo }),
  ];
  foo.name = "changed";
  for (const { content, structuredContent } of results) {
    expect(structuredContent).toStrictEqual({
      status: "ok",
      tool: "delete_foo",
      message: "Foo 7 deleted",
      foo: { name: "seven", updated_at: "1970-01-01T00:00:00.000Z" },
    });
    expect(JSON.parse(content[0]?.text ?? "")).toStrictEqual(structuredContent);
  }
});
