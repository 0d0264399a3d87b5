import type { RawAnswer } from "../../src/index.js";

export type Via = RawAnswer["via"];
type Body = Readonly<Record<string, unknown>>;

export function answerOver(via: Via, body: Body): RawAnswer {
  const { status } = body;
  const hasRun = status === "ok";
  if (via === "http") {
    return { via, status: hasRun ? 200 : 428, headers: { "tier2-status": String(status) }, body };
  }
  const texts = [...(hasRun ? [] : ["NOT EXECUTED. It waits."]), JSON.stringify(body)];
  return {
    via,
    result: {
      content: texts.map((text) => ({ type: "text", text })),
      structuredContent: body,
      ...(status === "approval_pending" && { _meta: { "holdpoint/approval": { status: "pending" } } }),
    },
  };
}

export function refusal(via: Via, reason: string): RawAnswer {
  const body = { status: "rejected", reason };
  if (via === "http") return { via, status: 409, headers: { "tier2-status": "rejected" }, body };
  return { via, result: { content: [{ type: "text", text: JSON.stringify(body) }], isError: true } };
}
