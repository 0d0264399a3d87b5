import type { Reply } from "@holdpoint/tier2-core";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ElicitResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Extra } from "../extra.js";
import { clientModes } from "./client-modes.js";

/** Requests that a connection's client was pointed at, the latest last: whoever asks again is not shown the page again. */
const pointedAt = new WeakMap<McpServer["server"], Set<string>>();
const mostRemembered = 1000;
const timeoutMs = 60_000;

/**
 * Where somebody has to allow a call, shows the client's user the page of the request, once. Nobody waits for what the client
 * says to that, and it decides nothing: the page asks whoever opens it to sign in.
 */
export function pointAtReview(server: McpServer, { sendRequest }: Pick<Extra, "sendRequest">, { body }: Reply): void {
  if (body.status !== "approval_pending" || !clientModes(server).url) return;
  const { id, review_url: url } = body.approval;
  if (url === undefined || !isWebAddress(url) || !isNew(server, id)) return;
  const message = `Somebody has to allow "${body.tool}" first: ${body.summary} This page shows the request. Opening it decides nothing, and whoever decides has to sign in there.`;
  const params = { mode: "url" as const, message, url, elicitationId: id };
  sendRequest({ method: "elicitation/create", params }, ElicitResultSchema, { timeout: timeoutMs }).catch(() => {});
}

function isNew({ server }: McpServer, id: string): boolean {
  const known = pointedAt.get(server) ?? new Set();
  if (known.has(id)) return false;
  pointedAt.set(server, known.add(id));
  const [oldest] = known;
  if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
  return true;
}

/** Any other scheme would have the client's user run or open something else than a page. */
const isWebAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
