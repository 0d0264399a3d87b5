import { describe, expect, test } from "vitest";
import { replyOf } from "../../src/wire/reply.js";
import { payloadToToolResult, toToolResult } from "../../src/wire/to-tool-result.js";
import { deepFreeze } from "../support/json.js";
import { envelopes, executed, first, pending, running, waits } from "../support/replies.js";

describe("a pending answer, for MCP", () => {
  test("is two blocks of text: one that starts with NOT EXECUTED and says what to do, then the JSON", () => {
    const result = toToolResult(first(pending));
    expect(result.content).toEqual([
      { type: "text", text: `NOT EXECUTED. Will delete foo #7.\n\n${pending.confirm_instructions}` },
      { type: "text", text: JSON.stringify(pending) },
    ]);
  });

  test("has the same envelope in structuredContent, and is no error", () => {
    const result = toToolResult(first(pending));
    expect(result.structuredContent).toEqual(pending);
    expect(JSON.parse(result.content[1]?.text ?? "")).toEqual(result.structuredContent);
    expect(result).not.toHaveProperty("isError");
  });
});

describe("an answer that waits for an approver, for MCP", () => {
  test("is two blocks of text: one that starts with NOT EXECUTED and says what to do, then the JSON; and no error", () => {
    const result = toToolResult(first(waits));
    expect(result.content).toEqual([
      { type: "text", text: `NOT EXECUTED. Will delete foo #7.\n\n${waits.instructions}` },
      { type: "text", text: JSON.stringify(waits) },
    ]);
    expect(result.structuredContent).toEqual(waits);
    expect(result).not.toHaveProperty("isError");
  });
});

test("an executed answer is one block of JSON and the same in structuredContent", () => {
  expect(toToolResult(first(executed))).toEqual({
    content: [{ type: "text", text: JSON.stringify(executed) }],
    structuredContent: executed,
  });
});

test.each(envelopes.filter(({ status }) => status === "rejected"))(
  "a refusal is text only and an error: $reason",
  (body) => {
    expect(toToolResult(first(body))).toEqual({
      content: [{ type: "text", text: JSON.stringify(body) }],
      isError: true,
    });
  },
);

describe("what is told beside an answer", () => {
  test("is nothing on a first answer without an operation", () => {
    expect(toToolResult(first(running))).not.toHaveProperty("_meta");
  });

  test("is the operation, and that it is a replay, both in _meta and nowhere else", () => {
    const original = toToolResult(replyOf({ body: executed }, { operationId: "op_1" }));
    const replay = toToolResult(replyOf({ body: executed }, { operationId: "op_1", replayed: true }));
    expect(original._meta).toEqual({ "holdpoint/operation_id": "op_1" });
    expect(replay._meta).toEqual({ "holdpoint/operation_id": "op_1", "holdpoint/replayed": true });
    expect(JSON.stringify({ ...replay, _meta: 0 })).toBe(JSON.stringify({ ...original, _meta: 0 }));
  });
});

test("an approval is told beside the answer, whatever that is", () => {
  const approval = {
    id: "apr_one",
    status: "approved",
    policy: { id: "deletions", version: 1 },
    uses_left: 0,
  } as const;
  for (const body of [waits, executed]) {
    expect(toToolResult(replyOf({ body, approval }))._meta).toEqual({ "holdpoint/approval": approval });
  }
  const own = { content: [], _meta: { mine: 1 } };
  expect(toToolResult(replyOf({ body: executed, verbatim: own, approval }))._meta).toEqual({
    ...{ mine: 1, "holdpoint/approval": approval },
  });
});

describe("a tool's own result", () => {
  const own = deepFreeze({ content: [{ type: "text", text: "done" }], isError: true, extra: 1, _meta: { mine: 1 } });

  test("goes out untouched", () => {
    expect(toToolResult(replyOf({ body: executed, verbatim: own }))).toBe(own);
  });

  test("as a replay is the same but for _meta, which keeps what stood there", () => {
    const replay = toToolResult(replyOf({ body: executed, verbatim: own }, { replayed: true, operationId: "op_1" }));
    expect(replay).toEqual({
      ...own,
      _meta: { mine: 1, "holdpoint/replayed": true, "holdpoint/operation_id": "op_1" },
    });
  });
});

describe("any payload as a tool result", () => {
  test("is text and structuredContent", () => {
    expect(payloadToToolResult({ a: 1 })).toEqual({
      content: [{ type: "text", text: '{"a":1}' }],
      structuredContent: { a: 1 },
    });
  });

  test("is text only and an error where it says that it is rejected", () => {
    const payload = { status: "rejected", error: "Foo not found" };
    expect(payloadToToolResult(payload)).toEqual({
      content: [{ type: "text", text: JSON.stringify(payload) }],
      isError: true,
    });
  });
});
