import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAnswer, recordAnswer } from "../../src/engine/record-answer.js";
import { redactor } from "../../src/engine/redact.js";
import type { Json } from "../../src/params/plain-json.js";
import { ok, rejected } from "../../src/wire/envelope.js";
import type { Answer } from "../../src/wire/reply.js";
import { json } from "../support/json.js";

const limit = 64 * 1024;
const none = redactor([]);
const done = (details?: object, message = "Deleted"): Answer => ({
  body: ok({ tool: "delete_foo", message, details }),
});
const bytes = (text: string) => Buffer.byteLength(text, "utf8");

describe("an answer is recorded", () => {
  test("as the very bytes that are returned first", () => {
    fc.assert(
      fc.property(json.object, fc.option(json.object), fc.string(), (details, verbatim, message) => {
        const body = ok({ tool: "delete_foo", message, details });
        const { answer, data } = recordAnswer({ body, ...(verbatim && { verbatim }) }, none, limit);
        expect(JSON.stringify(answer)).toBe(data);
        expect(JSON.stringify(readAnswer(data))).toBe(data);
        expect(data).toBe(JSON.stringify({ body, ...(verbatim && { verbatim }) }));
      }),
    );
  });

  test("as storage gives it back: a date is text, an undefined member is absent", () => {
    const { answer } = recordAnswer(done({ at: new Date(0), nothing: undefined }), none, limit);
    expect(answer.body).toEqual({
      ...{ status: "ok", tool: "delete_foo", message: "Deleted", at: "1970-01-01T00:00:00.000Z" },
    });
  });

  test.each<[string, object, object]>([
    ["a function and a symbol are absent", { a: () => 1, b: Symbol("s"), c: 1 }, { c: 1 }],
    ["in a list they are null", { list: [undefined, () => 1] }, { list: [null, null] }],
    ["a Map and a Set are empty", { map: new Map([["a", 1]]), set: new Set([1]) }, { map: {}, set: {} }],
    ["numbers that JSON does not have are null", { a: Number.NaN, b: 1 / 0 }, { a: null, b: null }],
    ["a lone surrogate survives", { text: "\ud800" }, { text: "\ud800" }],
  ])("as JSON has it: %s", (_what, details, kept) => {
    const { answer, data } = recordAnswer(done(details), none, limit);
    expect(answer.body).toEqual(ok({ tool: "delete_foo", message: "Deleted", details: kept }));
    expect(JSON.stringify(answer)).toBe(data);
    expect(data).not.toMatch(/\p{Surrogate}/u); // a store of UTF-8 text could not carry one
  });

  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

  test("if it is nested no deeper than whoever sends it on can follow", () => {
    // Beside the answer itself and its body.
    const [deepest, deeper] = [done({ deep: nested(254) }), done({ deep: nested(255) })];
    expect(recordAnswer(deepest, none, limit).answer).toEqual(deepest);
    expect(recordAnswer(deeper, none, limit).answer.body).toMatchObject({
      ...{ status: "ok", message: "Deleted", result_withheld: "too_deep" },
    });
  });

  test("without the objects that the handler keeps", () => {
    const details = { rows: [1] };
    const { answer } = recordAnswer(done(details), none, limit);
    details.rows.push(2);
    expect(answer.body).toMatchObject({ rows: [1] });
  });
});

describe("an answer that cannot be written down is still given", () => {
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  const raise = () => {
    throw new Error("no");
  };

  test.each<[string, Answer]>([
    ["holds a BigInt", done({ id: 10n })],
    ["holds a cycle", done(cyclic)],
    ["holds a toJSON that throws", done({ row: { toJSON: raise } })],
    ["holds a getter that throws", done({ row: Object.defineProperty({}, "a", { get: raise, enumerable: true }) })],
    ["is nested too deep", done({ deep })],
    ["has a toJSON that answers in place of the envelope", done({ toJSON: () => ({ status: "rejected" }) })],
    ["has a toJSON that answers nothing", done({ toJSON: () => undefined })],
    ["is a verbatim result that turns into nothing", { ...done(), verbatim: { toJSON: () => undefined } }],
    ["is a verbatim result that turns into a text", { ...done(), verbatim: { toJSON: () => "x" } }],
  ])("if it %s", (_what, answer) => {
    const recorded = recordAnswer(answer, none, limit);
    const body = { status: "ok", tool: "delete_foo", message: "Deleted", result_withheld: "not_serializable" };
    expect(recorded).toEqual({ answer: { body }, data: JSON.stringify({ body }) });
  });

  test("even if its message is no text, or one that throws", () => {
    for (const message of [undefined, { toString: raise }, Object.create(null), Symbol("s"), 5]) {
      const body = ok({ tool: "delete_foo", message: message as string, details: { id: 1n } });
      const { answer } = recordAnswer({ body }, none, limit);
      expect(answer.body).toMatchObject({ status: "ok", message: "Executed.", result_withheld: "not_serializable" });
    }
  });

  test("as a refusal, if it was one", () => {
    const body = { ...rejected("delete_foo", { reason: "not_possible", error: "No such foo" }), id: 1n };
    const { answer } = recordAnswer({ body }, none, limit);
    expect(answer.body).toEqual({
      ...{ status: "rejected", tool: "delete_foo", reason: "not_possible", error: "No such foo" },
    });
  });
});

describe("a tool's own error stays one, whatever becomes of the rest:", () => {
  const failed = (more: object): Answer => ({ ...done(), verbatim: { content: [], isError: true, ...more } });
  const tooDeep = JSON.parse(`${"[".repeat(300)}${"]".repeat(300)}`);

  test.each<[string, Answer, string[]]>([
    ["too_large", failed({ text: "x".repeat(limit) }), []],
    ["too_deep", failed({ tooDeep }), []],
    ["not_serializable", failed({ id: 1n }), []],
    ["result_secrets", failed({ id: 1 }), ["url"]],
    ["too_large", failed({ text: "x".repeat(limit) }), ["text"]],
    ["too_large", { ...failed({ content: Array(8000).fill("abcd") }) }, []],
  ])("%s", (why, answer, paths) => {
    const { data } = recordAnswer(answer, redactor(["abcd"]), limit, paths);
    expect(readAnswer(data).verbatim).toEqual({
      content: [{ type: "text", text: `[withheld: ${why}]` }],
      isError: true,
    });
    expect(readAnswer(data).body).toMatchObject({ status: "ok", result_withheld: why });
  });

  test("and what is none does not become one", () => {
    const unreadable = Object.defineProperty({ id: 1n }, "isError", {
      get() {
        throw new Error("no");
      },
    });
    for (const verbatim of [{ id: 1n }, { id: 1n, isError: false }, { id: 1n, isError: "true" }, unreadable])
      expect(recordAnswer({ ...done(), verbatim }, none, limit).answer).not.toHaveProperty("verbatim");
  });
});

describe("an answer that is too large", () => {
  test("is cut before it is searched for secrets", () => {
    let asked = 0;
    const redact = {
      ...none,
      json: (value: Json) => {
        asked += 1;
        return value;
      },
    };
    recordAnswer(done({ text: "x".repeat(limit) }), redact, limit);
    expect(asked).toBe(0);
    recordAnswer(done({ text: "x" }), redact, limit);
    expect(asked).toBe(1);
  });

  const sizeOf = (answer: Answer) => bytes(recordAnswer(answer, none, Number.MAX_SAFE_INTEGER).data);

  const widest = ["\u007f", "\u0080", "\u07ff", "\u0800", "\uffff", "\u{10000}"]; // at the borders of UTF-8's lengths

  test.each(["x", "\u{1f600}", '"', "\u0000", ...widest])("is one of a byte more than the limit (%j)", (unit) => {
    const answer = done({ text: unit.repeat(500) });
    expect(recordAnswer(answer, none, sizeOf(answer)).answer).toEqual(answer);
    expect(recordAnswer(answer, none, sizeOf(answer) - 1).answer.body).toMatchObject({
      ...{ status: "ok", message: "Deleted", result_withheld: "too_large", result_bytes: sizeOf(answer) },
    });
  });

  test.each(["x", "\u20ac", "\u{1f600}", '"', "\u0000"])(
    "leaves one within the smallest limit, whatever its message is made of (%j)",
    (unit) => {
      const long = unit.repeat(5000);
      const body = rejected("t".repeat(128), { reason: "unknown_or_used", error: long });
      for (const answer of [done({}, long), { body }, { ...done({}, long), verbatim: { long } }]) {
        expect(bytes(recordAnswer(answer, none, 1024).data)).toBeLessThanOrEqual(1024);
      }
    },
  );

  test("keeps a thousand characters of its message at the usual limit", () => {
    const { answer } = recordAnswer(done({ text: "x".repeat(limit) }, "m".repeat(2000)), none, limit);
    expect((answer.body as { message: string }).message).toBe("m".repeat(1000));
  });
});

describe("what stands beside an answer", () => {
  const approval = {
    id: "apr_one",
    status: "approved",
    policy: { id: "deletions", version: 1 },
    uses_left: 2,
  } as const;

  test("is given now and recorded with it, for each replay", () => {
    const { answer, data } = recordAnswer({ ...done(), approval }, redactor([]), limit);
    expect(answer).toEqual({ ...recordAnswer(done(), redactor([]), limit).answer, approval });
    expect(readAnswer(data)).toEqual(answer);
  });

  test("stays as it is where the result is too large, holds secrets, or cannot be written down", () => {
    const results = [
      done({ note: "x".repeat(limit) }),
      done({ id: 1n }),
      { ...done(), verbatim: { content: ["apr_one"] } },
    ];
    for (const result of results) {
      const { answer, data } = recordAnswer({ ...result, approval }, redactor(["apr_one", "approved"]), limit, [
        "note",
      ]);
      expect([answer.approval, readAnswer(data).approval]).toEqual([approval, approval]);
    }
  });
});

describe("the secrets of a call", () => {
  test("are hidden in the message, the details, the error and a tool's own result", () => {
    const { json: inJson, text, error } = redactor(["hunter2"]);
    const redact = { json: inJson, text, error };
    expect(recordAnswer(done({ row: { hunter2: "hunter2" } }, "set hunter2"), redact, limit).data).toBe(
      '{"body":{"status":"ok","tool":"delete_foo","message":"set [secret]","row":{"[secret]":"[secret]"}}}',
    );
    const body = rejected("delete_foo", { reason: "not_possible", error: "hunter2 is weak" });
    expect(recordAnswer({ body }, redact, limit).data).not.toContain("hunter2");
    expect(recordAnswer({ ...done(), verbatim: { content: ["hunter2"] } }, redact, limit).answer.verbatim).toEqual({
      content: ["[secret]"],
    });
  });

  test("are hidden before a message is cut, so that half of one does not stay", () => {
    const message = `${"x".repeat(996)}hunter2`;
    const { data } = recordAnswer(done({ id: 1n }, message), redactor(["hunter2"]), limit);
    expect(data).not.toContain("hunt");
  });

  const mcp = { content: [{ type: "text", text: "Set.", annotations: { audience: ["user"] } }], isError: false };

  test.each(["content", "type", "text", "isError", "annotations", "audience", "user", "structuredContent"])(
    "leave a tool's own result readable, even if one is the word %s",
    (secret) => {
      const verbatim = { ...mcp, structuredContent: { word: secret } };
      expect(recordAnswer({ ...done(), verbatim }, redactor([secret]), limit).answer.verbatim).toEqual({
        ...mcp,
        structuredContent: { word: "[secret]" },
      });
    },
  );

  test("are hidden in a tool's own result wherever the protocol has no word of its own", () => {
    const resource = { uri: "x://hunter2", hunter2: "hunter2", _meta: { text: "text" } };
    const block = { type: "hunter2", name: "text", resource };
    const { verbatim } = recordAnswer(
      { ...done(), verbatim: { content: [block, "hunter2"], hunter2: "text", _meta: { text: "hunter2" } } },
      redactor(["hunter2", "text"]),
      limit,
    ).answer;
    expect(verbatim).toEqual({
      content: [
        {
          ...{ type: "[secret]", name: "[secret]" },
          resource: { uri: "x://[secret]", "[secret]": "[secret]", _meta: { "[secret]": "[secret]" } },
        },
        "[secret]",
      ],
      ...{ "[secret]": "[secret]", _meta: { "[secret]": "[secret]" } },
    });
  });

  const words = ["body", "verbatim", "status", "tool", "message", "ok", "delete_foo", "error", "reason", "rejected"];
  const more = ["not_executed", "detail", "journal_unavailable", "Deleted", "dele"];

  test.each([...words, ...more])("leave the envelope as it is, even if one is the word %s", (secret) => {
    const success = recordAnswer(done({ id: 7 }), redactor([secret]), limit).answer.body;
    expect(success).toMatchObject({ status: "ok", tool: "delete_foo", message: expect.any(String), id: 7 });
    const refusal = { reason: "not_executed", detail: "journal_unavailable" } as const;
    const { answer } = recordAnswer({ body: rejected("delete_foo", refusal) }, redactor([secret]), limit);
    expect(answer.body).toMatchObject({
      ...refusal,
      status: "rejected",
      tool: "delete_foo",
      error: expect.any(String),
    });
  });
});
