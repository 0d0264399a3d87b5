import type { Envelope } from "./envelope.js";
import type { Reply } from "./reply.js";

/** A valid MCP tool result as a plain object. A type alias, since an interface is not assignable to the SDK's type. */
export type ToolResult = {
  [key: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: { [key: string]: unknown };
  isError?: boolean;
  _meta?: { [key: string]: unknown };
};

const text = (value: string) => ({ type: "text" as const, text: value });

/**
 * Some clients give the model only the text, others only `structuredContent`: the envelope stands in both, as the
 * JSON it is now. A Date in it is text from the start, so that a replay out of a store is no different.
 */
function both(body: object, ...before: string[]): ToolResult {
  const json = JSON.stringify(body);
  return {
    content: [...before.map(text), text(json)],
    structuredContent: JSON.parse(json) as { [key: string]: unknown },
  };
}

/** Text only: clients of SDK v1 throw on `structuredContent` beside an error where a tool has an output schema. */
const errorText = (body: object): ToolResult => ({ content: [text(JSON.stringify(body))], isError: true });

export function envelopeToToolResult(body: Envelope): ToolResult {
  switch (body.status) {
    case "ok":
      return both(body);
    case "confirmation_required":
      return both(body, `NOT EXECUTED. ${body.summary}\n\n${body.confirm_instructions}`);
    case "approval_pending":
      return both(body, `NOT EXECUTED. ${body.summary}\n\n${body.instructions}`);
    case "rejected":
      return errorText(body);
  }
}

/** Any payload as a tool result; one that says `status: "rejected"` is an error, as everywhere on the wire. */
export function payloadToToolResult(payload: object): ToolResult {
  return (payload as { status?: unknown }).status === "rejected" ? errorText(payload) : both(payload);
}

/** That an answer is a replay, and what was allowed for it, is told beside it, in `_meta`, so that the answer itself stays byte-identical. */
export function toToolResult(reply: Reply): ToolResult {
  const result = (reply.verbatim as ToolResult | undefined) ?? envelopeToToolResult(reply.body);
  const beside = {
    ...(reply.replayed && { "holdpoint/replayed": true }),
    ...(reply.operationId !== undefined && { "holdpoint/operation_id": reply.operationId }),
    ...(reply.approval !== undefined && { "holdpoint/approval": reply.approval }),
  };
  return Object.keys(beside).length === 0 ? result : { ...result, _meta: { ...result._meta, ...beside } };
}
