import type { ExecutionContext, Type } from "@nestjs/common";

/** The part of mcp-nest's `McpContext` that is used here. */
export interface McpContext {
  getRawRequest(): object | undefined;
}

interface Handler {
  readonly controller: Type;
  readonly handler: () => void;
}

/**
 * The context of a tool call. Nest's own one gives the tool's arguments as its HTTP request: a resolver written for
 * routes would believe whatever user the agent named in them. Here it is the HTTP request that carries the call,
 * undefined over stdio.
 */
export function mcpExecutionContext(
  payload: unknown,
  mcp: McpContext,
  { controller, handler }: Handler,
): ExecutionContext {
  const args = [payload, mcp];
  const request = mcp.getRawRequest();
  const context = {
    getType: () => "rpc",
    getClass: () => controller,
    getHandler: () => handler,
    getArgs: () => args,
    getArgByIndex: (index: number) => args[index],
    switchToRpc: () => ({ getData: () => payload, getContext: () => mcp }),
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => undefined, getNext: () => undefined }),
    switchToWs: () => ({ getClient: () => undefined, getData: () => undefined, getPattern: () => undefined }),
  };
  return context as unknown as ExecutionContext;
}
