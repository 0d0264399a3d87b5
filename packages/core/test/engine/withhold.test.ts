import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAnswer, recordAnswer } from "../../src/engine/record-answer.js";
import { redactor } from "../../src/engine/redact.js";
import { type Ok, ok, rejected } from "../../src/wire/envelope.js";
import type { Answer } from "../../src/wire/reply.js";
import { json } from "../support/json.js";

const none = redactor([]);
const limit = 64 * 1024;
const url = "https://files.example/42?sig=9f3a7c";
const done = (details: object, message = "Created"): Answer => ({
  body: ok({ tool: "create_download_link", message, details }),
});
const own = (verbatim: object): Answer => ({
  body: ok({ tool: "create_download_link", message: "Executed." }),
  verbatim,
});
const recorded = (answer: Answer, paths = ["url"], maxBytes = limit) => {
  const { answer: first, data } = recordAnswer(answer, none, maxBytes, paths);
  return { first, replay: readAnswer(data), data };
};

describe("a result secret stands in the first answer and is withheld from what is stored", () => {
  test("at its path, in the message, in other members, in their names and in texts", () => {
    const details = { url, note: `get it at ${url}`, links: [{ [url]: url }], json: JSON.stringify({ url }), id: 42 };
    const { first, replay, data } = recorded(done(details, `Created ${url}`));
    expect(first).toEqual(done(details, `Created ${url}`));
    expect(data).not.toContain("9f3a7c");
    expect(replay.body).toEqual({
      ...{ status: "ok", tool: "create_download_link", message: "Created [withheld]" },
      ...{ url: "[withheld]", note: "get it at [withheld]", links: [{ "[withheld]": "[withheld]" }], id: 42 },
      json: '{"url":"[withheld]"}',
    });
  });

  test("as a whole, if more than a text stands at its path", () => {
    const details = { link: { url, valid: true, ttl: 300 }, codes: [1234, "ab12"], note: "1234 or ab12" };
    const { first, replay } = recorded(done(details), ["link", "codes"]);
    expect(first.body).toMatchObject(details);
    expect(replay.body).toMatchObject({ link: "[withheld]", codes: "[withheld]", note: "[withheld] or [withheld]" });
  });

  test("however short it is", () => {
    expect(recorded(done({ pin: "07" }, "Your PIN is 07."), ["pin"]).data).not.toContain("07");
  });

  test("whatever any other answer says", () => {
    const secret = fc.string({ minLength: 4, maxLength: 12 }).filter((text) => !"[withheld]".includes(text));
    fc.assert(
      fc.property(secret, json.object, fc.string(), fc.string(), (text, details, before, after) => {
        const said = { ...details, url: text, again: [`${before}${text}${after}`] };
        const { first, data } = recorded(done(said, `${before}${text}`));
        expect(first).toEqual(JSON.parse(JSON.stringify(done(said, `${before}${text}`))));
        const body = readAnswer(data).body as Ok & { again: string[] };
        expect([body.url, body.message.includes(text), body.again.join().includes(text)]).toEqual([
          ...["[withheld]", false, false],
        ]);
      }),
    );
  });

  test("in each element of a list, which may be empty, and where nothing but null stands", () => {
    const details = { codes: [{ pin: "07" }, { pin: null }], none: [], url: null };
    expect(recorded(done(details), ["codes.pin", "none.url", "url"]).replay.body).toMatchObject({
      ...{ codes: [{ pin: "[withheld]" }, { pin: "[withheld]" }], none: [], url: "[withheld]" },
    });
  });
});

describe("a result in which a path leads nowhere is withheld as a whole, with its message:", () => {
  test.each<[string, object, string[]]>([
    ["under another name", { uri: url }, ["url"]],
    ["in the message only", {}, ["url"]],
    ["deeper than declared", { link: { url } }, ["url"]],
    ["one path of several", { url: "https://other.example", pin: url }, ["url", "code"]],
    ["in some elements of a list", { links: [{ url: "https://other.example" }, { href: url }] }, ["links.url"]],
    ["below a text", { link: url }, ["link.url"]],
  ])("%s", (_how, details, paths) => {
    const { first, replay, data } = recorded(done(details, `Created ${url}`), paths);
    expect(first).toEqual(done(details, `Created ${url}`));
    expect(data).not.toContain("9f3a7c");
    expect(replay).toEqual({
      body: { status: "ok", tool: "create_download_link", message: "Executed.", result_withheld: "result_secrets" },
    });
  });

  test("but where nothing is declared, it is stored as it is", () => {
    const { first, replay } = recorded(done({ id: 42 }), []);
    expect(replay).toEqual(first);
  });
});

describe("a tool's own result withholds it", () => {
  const text = (value: string) => ({ type: "text", text: value });

  test.each<[string, object, object, string[]?]>([
    [
      "in structuredContent, and in the text that repeats it",
      { content: [text(JSON.stringify({ url, id: 42 }, null, 2))], structuredContent: { url, id: 42 } },
      {
        content: [text('{"url":"[withheld]","id":42}')],
        structuredContent: { url: "[withheld]", id: 42 },
      },
    ],
    [
      "in a sentence beside structuredContent",
      { content: [text(`Get it at ${url} soon`)], structuredContent: { url } },
      { content: [text("Get it at [withheld] soon")], structuredContent: { url: "[withheld]" } },
    ],
    [
      "in a text that is JSON, where there is nothing else",
      { content: [text(JSON.stringify({ status: "ok", url }))] },
      { content: [text('{"status":"ok","url":"[withheld]"}')] },
    ],
    [
      "at a path from its root",
      { content: [text(url), { type: "resource_link", uri: url, name: "x" }] },
      { content: [text("[withheld]"), { type: "resource_link", uri: "[withheld]", name: "x" }] },
      ["content.text"],
    ],
    [
      "so that a text which is JSON stays JSON where a number is withheld",
      { content: [text('{"pin":1234}')], structuredContent: { pin: 1234 } },
      { content: [text('{"pin":"[withheld]"}')], structuredContent: { pin: "[withheld]" } },
      ["pin"],
    ],
  ])("%s", (_where, verbatim, replayed, paths) => {
    const { first, replay, data } = recorded(own(verbatim), paths);
    expect(first.verbatim).toEqual(verbatim);
    expect(replay.verbatim).toEqual(replayed);
    expect(data).not.toContain("9f3a7c");
  });

  test.each([
    { content: [text(`Get it at ${url}`)] },
    { content: [text("{ not JSON"), { type: "image" }, null], link: url },
    { content: url },
    { link: url },
  ])("as a whole, if no path leads anywhere in it: nobody can tell where the secret stands", (verbatim) => {
    const { first, replay } = recorded(own(verbatim));
    expect(first.verbatim).toEqual(verbatim);
    const tool = "create_download_link";
    expect(replay).toEqual({
      body: { status: "ok", tool, message: "Executed.", result_withheld: "result_secrets" },
    });
  });

  test("as a whole too if it is an error, which stays one", () => {
    const { replay } = recorded(own({ content: [text(`mailing ${url} failed`)], isError: true }));
    expect(replay.verbatim).toEqual({ content: [text("[withheld: result_secrets]")], isError: true });
  });

  test("as a whole if one of several paths leads nowhere", () => {
    const verbatim = { content: [text(`code ${url}`)], structuredContent: { id: "i" } };
    expect(recorded(own(verbatim), ["id", "url"]).data).not.toContain("9f3a7c");
  });

  test.each(["t", "text", "type", "content", "structuredContent", "isError"])(
    "and stays a result that clients can read, even if the secret is %j",
    (pin) => {
      const verbatim = { content: [text("Done")], structuredContent: { pin }, isError: false };
      const { replay } = recorded(own(verbatim), ["pin"]);
      expect(replay.verbatim).toEqual({
        ...{ content: [text("Done")], structuredContent: { pin: "[withheld]" }, isError: false },
      });
    },
  );
});

describe("what cannot be told in full withholds it too", () => {
  test("an answer that is too large, in the message that is left of it", () => {
    const { first, replay } = recorded(done({ url, rows: "x".repeat(2000) }, `Created ${url}`), ["url"], 1024);
    const bytes = expect.any(Number);
    expect(first.body).toMatchObject({ message: `Created ${url}`.slice(0, 102), result_withheld: "too_large" });
    expect(replay.body).toMatchObject({ message: "Executed.", result_withheld: "too_large" });
    expect(replay.body).toMatchObject({ result_bytes: bytes });
  });

  test("an answer that only its marks make too large, in both forms, which differ in nothing else", () => {
    const answer = done({ list: Array.from({ length: 50 }, () => ({ pin: 7 })) });
    const bytes = JSON.stringify(answer).length;
    const { first, replay } = recorded(answer, ["list.pin"], bytes);
    expect(first.body).toMatchObject({ result_withheld: "too_large" });
    expect(replay).toEqual(first);
    expect(recorded(answer, [], bytes).first).toEqual(answer);
  });

  test("an answer whose details cannot be read: its message may repeat them", () => {
    const { first, replay } = recorded(done({ url, id: 1n }, `Created ${url}`));
    expect(first.body).toMatchObject({ message: `Created ${url}`, result_withheld: "not_serializable" });
    expect(replay.body).toMatchObject({ message: "Executed.", result_withheld: "not_serializable" });
  });

  test("but a refusal carries no result, and is replayed as it was", () => {
    const body = rejected("create_download_link", { reason: "not_possible", error: "No such url" });
    expect(recorded({ body }).replay).toEqual({ body });
  });
});

test("a secret argument is hidden in the first answer already, and withheld in the replay where it is the result", () => {
  const { answer, data } = recordAnswer(done({ url: "hunter2", id: 1 }), redactor(["hunter2"]), limit, ["url"]);
  expect(answer.body).toMatchObject({ url: "[secret]", id: 1 });
  expect(readAnswer(data).body).toMatchObject({ url: "[withheld]", id: 1 });
});
