import type { McpAnswer, WayToCall } from "./raw-answer.js";

/** What is needed of a client: the one of `@modelcontextprotocol/sdk` fits. */
export interface McpClient {
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<object>;
}

/** Calls through a connected MCP client. What it rejects with, such as a result that it does not accept, is thrown on. */
export function mcpCaller(client: McpClient): WayToCall {
  return async (tool, args) => {
    const result: McpAnswer["result"] = await client.callTool({ name: tool, arguments: { ...args } });
    return { via: "mcp", result };
  };
}
