import { isDeepStrictEqual } from "node:util";
import { type HttpReply, type Reply, type ToolResult, toHttp, toToolResult } from "@holdpoint/tier2-core";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";

/** How replies become answers; a test breaks one to prove that the fuzzer finds it. */
export interface Wire {
  readonly toToolResult: (reply: Reply) => ToolResult;
  readonly toHttp: (reply: Reply) => HttpReply;
}

export const wire: Wire = { toToolResult, toHttp };

/** Of the contract, written out once more: the table in core is what is tried here. */
const statusOf: Readonly<Record<string, number>> = {
  ...{ ok: 200, confirmation_required: 428, approval_pending: 428 },
  ...{ invalid_params: 400, failed: 500, store_unavailable: 503, expired: 410, approval_lapsed: 410 },
  ...{ wrong_owner: 403, denied: 403, revoked: 403, access_revoked: 403, tool_disabled: 403, level_unavailable: 403 },
  ...{ wrong_tool: 422, params_changed: 422 },
  ...{ unknown_or_used: 409, not_possible: 409, duplicate: 409, not_executed: 409 },
  ...{ state_changed: 409, policy_changed: 409, risk_exceeded: 409 },
};

const demand = (holds: boolean, problem: string): void => {
  if (!holds) throw new Error(problem);
};
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

/** What every reply must become, whatever tools and callers put into it. */
export function checkReply({ toToolResult: mcp, toHttp: http }: Wire, reply: Reply): void {
  demand(reply.status === reply.body.status, "The reply has another status than its body.");
  if (reply.verbatim === undefined) checkToolResult(mcp(reply), reply.body);
  else checkOwnResult(mcp(reply), reply.verbatim);
  checkHttpReply(http(reply), reply);
}

/** A valid MCP tool result that says the same in its text and beside it. */
export function checkToolResult(result: ToolResult, body: object): void {
  const parsed = CallToolResultSchema.safeParse(result);
  demand(parsed.success, `No MCP tool result: ${parsed.error?.message}`);
  demand(isDeepStrictEqual(throughJson(result), result), "The result is another one after its way over the wire.");
  const texts = result.content.map((block) => block.text);
  const told = JSON.parse(texts.at(-1) ?? "") as unknown;
  demand(isDeepStrictEqual(told, throughJson(body)), "The text does not hold the envelope.");
  const status = "status" in body ? body.status : undefined;
  const isError = status === "rejected";
  demand((result.isError === true) === isError, "isError does not follow the status.");
  // Clients of SDK v1 throw on structured content beside an error.
  demand(isDeepStrictEqual(result.structuredContent, isError ? undefined : told), "The structured content differs.");
  const pending = status === "confirmation_required" || status === "approval_pending";
  demand(texts.length === (pending ? 2 : 1), `${texts.length} blocks of text.`);
  demand(texts[0]?.startsWith("NOT EXECUTED") === pending, "Only what waits says NOT EXECUTED.");
}

/** A handler's own result stays what it is; what Holdpoint adds stands in `_meta`, under its own names. */
function checkOwnResult({ _meta: beside, ...result }: ToolResult, own: { _meta?: object }): void {
  const { _meta: before, ...rest } = own;
  demand(isDeepStrictEqual(throughJson(result), throughJson(rest)), "A handler's own result was changed.");
  const kept = Object.entries(beside ?? {}).filter(([key]) => !key.startsWith("holdpoint/"));
  demand(isDeepStrictEqual(throughJson(Object.fromEntries(kept)), before ?? {}), "Its _meta was changed.");
  const valid = CallToolResultSchema.safeParse(own).success;
  demand(
    CallToolResultSchema.safeParse({ ...result, _meta: beside }).success === valid,
    "It is no MCP result any more.",
  );
}

/** A status of the table, headers that can be sent, and 2xx only for what ran. */
function checkHttpReply({ status, headers, body }: HttpReply, reply: Reply): void {
  const key = reply.body.status === "rejected" ? reply.body.reason : reply.body.status;
  demand(status === statusOf[key], `${key} has HTTP status ${status}.`);
  demand(status < 300 === (reply.status === "ok"), "2xx for something that was not executed.");
  const sent = new Headers(headers); // throws for what cannot be sent
  demand(sent.get("Tier2-Status") === reply.status, "Tier2-Status tells another status.");
  demand(sent.has("Idempotency-Replayed") === reply.replayed, "Idempotency-Replayed is wrong.");
  const retry = sent.get("Retry-After");
  demand(retry === null || /^[1-9]\d*$/.test(retry), `Retry-After is ${retry}.`);
  demand(isDeepStrictEqual(throughJson(body), throughJson(reply.verbatim ?? reply.body)), "The HTTP body differs.");
}
