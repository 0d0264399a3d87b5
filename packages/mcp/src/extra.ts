import type { HookContext } from "@holdpoint/tier2-core";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";

/** What the SDK hands to a tool's handler beside the arguments. */
export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/**
 * The SDK's `extra` of the call behind a hook, a preview or a handler; undefined where no MCP call is behind it, as
 * when a lost operation is reconciled. Its `signal` is the client's: for the operation itself use `ctx.signal`.
 */
export function mcpExtra(ctx: Pick<HookContext, "source">): Extra | undefined {
  const source = ctx.source as Partial<Extra> | null | undefined;
  const isExtra =
    typeof source === "object" &&
    source !== null &&
    source.requestId !== undefined &&
    source.signal instanceof AbortSignal &&
    typeof source.sendRequest === "function" &&
    typeof source.sendNotification === "function";
  return isExtra ? (source as Extra) : undefined;
}
