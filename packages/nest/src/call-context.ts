import type { ExecutionContext } from "@nestjs/common";
import { type ProtocolKeys, takeKeys } from "./protocol-keys.js";
import { setupError } from "./setup-error.js";

/** What a guarded method has to know of the request it answers. */
export function callContextOf(context: ExecutionContext): { context: ExecutionContext; keys: ProtocolKeys } {
  if (context.getType() === "http") return { context, keys: takeKeys(context.switchToHttp().getRequest()) };
  throw setupError(
    `${context.getClass().name}.${context.getHandler().name}`,
    `@Tier2() guards HTTP routes and tools of mcp-nest, not a handler of type "${context.getType()}".`,
  );
}
