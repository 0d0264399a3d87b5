import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";

/** Somebody else's server, running as a process of its own. */
export interface Upstream {
  readonly tools: readonly Tool[];
  /** Names of the tools that were really called, in turn. */
  readonly called: readonly string[];
  call(name: string, args: unknown): Promise<CallToolResult>;
  close(): Promise<void>;
}

export async function startUpstream(args: readonly string[], env: Record<string, string> = {}): Promise<Upstream> {
  const client = new Client({ name: "forwarding", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args], env, stderr: "ignore" }));
  const { tools } = await client.listTools();
  const called: string[] = [];
  return {
    tools,
    called,
    async call(name, params) {
      called.push(name);
      return (await client.callTool({ name, arguments: params as Record<string, unknown> })) as CallToolResult;
    },
    close: () => client.close(),
  };
}

/** An MCP server of this process with the tools of another one, under their names, schemas and annotations. */
export function forwardingServer(upstream: Upstream): McpServer {
  const server = new McpServer({ name: "forwarding", version: "1.0.0" });
  for (const { name, title, description, annotations, inputSchema, outputSchema } of upstream.tools) {
    const config = {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(annotations !== undefined && { annotations }),
      ...(outputSchema !== undefined && { outputSchema: z.fromJSONSchema(outputSchema as never) }),
      inputSchema: z.fromJSONSchema(inputSchema as never),
    };
    server.registerTool(name, config, (params: unknown) => upstream.call(name, params));
  }
  return server;
}
