import { type Reply, toToolResult } from "@holdpoint/tier2-core";
import { isMembers } from "../members.js";
import { partKeys } from "../protocol-keys.js";
import { type ListedTool, listTool } from "./list-tool.js";
import { type McpCall, type SdkContext, withinMcpCall } from "./mcp-call.js";
import type { Policy } from "./tool-policy.js";

type Handler = (request: Request, sdk: SdkContext) => unknown;
interface Request {
  readonly params: { readonly name: string; readonly arguments?: unknown };
}
interface McpServer {
  readonly server: { setRequestHandler(method: string, ...rest: unknown[]): void };
}

export interface ServerGuard {
  policyOf(name: string): Policy;
  describe(name: string): Parameters<typeof listTool>[1];
}

/**
 * Stands before the handlers of one MCP server: lists guarded tools with the protocol's keys, takes these out of the
 * arguments before any schema sees them, and refuses tools that nobody decided about.
 */
export function hookServer<Server>(server: Server, guard: ServerGuard): Server {
  const { server: inner } = server as McpServer;
  const setRequestHandler = inner.setRequestHandler.bind(inner);
  inner.setRequestHandler = (method, ...rest) => {
    const handler = rest.at(-1) as Handler;
    if (method === "tools/call") setRequestHandler(method, ...rest.slice(0, -1), callHandler(handler, guard));
    else if (method === "tools/list") setRequestHandler(method, ...rest.slice(0, -1), listHandler(handler, guard));
    else setRequestHandler(method, ...rest);
  };
  return server;
}

const listHandler =
  (handler: Handler, guard: ServerGuard): Handler =>
  async (request, sdk) => {
    const listed = (await handler(request, sdk)) as { tools: ListedTool[] };
    const tools = listed.tools.flatMap((tool) => {
      const policy = guard.policyOf(tool.name);
      if (policy === "refused") return [];
      return policy === "guarded" ? [listTool(tool, guard.describe(tool.name))] : [tool];
    });
    return { ...listed, tools };
  };

const callHandler =
  (handler: Handler, guard: ServerGuard): Handler =>
  async (request, sdk) => {
    const { name, arguments: sent } = request.params;
    const policy = guard.policyOf(name);
    if (policy === "runs") return handler(request, sdk);
    if (policy === "refused") return errorText(`"${name}" is not guarded here, so it does not run.`);
    const { keys, rest } = isMembers(sent) ? partKeys(sent) : { keys: {}, rest: sent };
    const call: McpCall = { keys, sdk };
    const inner = { ...request, params: { ...request.params, arguments: rest } };
    try {
      const result = await withinMcpCall(call, () => handler(inner, sdk));
      return brokeOnTheWay(call, result) ? toToolResult(call.reply as Reply) : result;
    } catch (error) {
      if (call.reply?.status === "ok") return toToolResult(call.reply);
      throw error;
    }
  };

/** Whatever an interceptor or a filter made of it: an operation that was executed must not look as if it had not been. */
const brokeOnTheWay = ({ reply }: McpCall, result: unknown): boolean =>
  reply?.status === "ok" && isError(result) && !isError(reply.verbatim);

const isError = (result: unknown): boolean => isMembers(result) && result.isError === true;

const errorText = (text: string) => ({ content: [{ type: "text", text }], isError: true });
