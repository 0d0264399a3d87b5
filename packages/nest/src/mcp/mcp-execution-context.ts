import type { ExecutionContext, Type } from "@nestjs/common";
import type { SdkContext } from "./mcp-call.js";

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
  sdk: SdkContext,
): ExecutionContext {
  const args = [payload, mcp];
  const request = carryingRequest(mcp.getRawRequest(), sdk);
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

const credentials = ["authorization", "cookie"] as const;

/**
 * The request with the caller's user on it, if it is the one that brought this call: within a session mcp-nest binds
 * its handlers anew with each request, so that of two at once one call could get the other's.
 */
function carryingRequest(raw: object | undefined, sdk: SdkContext): object | undefined {
  const sent = sdk.http?.req?.headers;
  if (raw === undefined || sent === undefined) return raw;
  const { headers = {} } = raw as { headers?: Record<string, unknown> };
  const isSame = credentials.every((name) => (sent.get(name) ?? undefined) === headers[name]);
  return isSame ? raw : undefined;
}
