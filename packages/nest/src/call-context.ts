import type { ExecutionContext } from "@nestjs/common";
import { mcpCall } from "./mcp/mcp-call.js";
import { mcpExecutionContext } from "./mcp/mcp-execution-context.js";
import { type ProtocolKeys, takeKeys } from "./protocol-keys.js";
import { setupError } from "./setup-error.js";

/** What a guarded method has to know of the request it answers. */
export function callContextOf(context: ExecutionContext): { context: ExecutionContext; keys: ProtocolKeys } {
  if (context.getType() === "http") return { context, keys: takeKeys(context.switchToHttp().getRequest()) };
  const call = mcpCall();
  if (context.getType() === "rpc" && call !== undefined) {
    const place = { controller: context.getClass(), handler: context.getHandler() as () => void };
    const rpc = context.switchToRpc();
    return { context: mcpExecutionContext(rpc.getData(), rpc.getContext(), place), keys: call.keys };
  }
  throw setupError(
    `${context.getClass().name}.${context.getHandler().name}`,
    `@Tier2() guards HTTP routes, and tools of the MCP servers given to Tier2Module, and this call is neither (${context.getType()}).`,
  );
}
