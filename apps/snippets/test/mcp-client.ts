import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

/** A real MCP client of the server. Each call is made by whoever it names, alice by default. */
export async function connect(server: McpServer) {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const send = clientSide.send.bind(clientSide);
  let caller = "alice";
  clientSide.send = (message) =>
    send(message, {
      authInfo: { token: `secret of ${caller}`, clientId: caller, scopes: [], extra: { sub: `user:${caller}` } },
    });
  const client = new Client({ name: "agent", version: "1" });
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);

  async function call(name: string, args: object, as = "alice"): Promise<CallToolResult> {
    caller = as;
    return (await client.callTool({ name, arguments: { ...args } })) as CallToolResult;
  }
  return { client, call, close: () => client.close() };
}

/** The envelope: the last text of a result. */
export function envelopeOf({ content }: CallToolResult): Record<string, unknown> {
  const last = content.at(-1);
  return JSON.parse(last?.type === "text" ? last.text : "null");
}

/** What a model gets to see. That an answer is a replay is told beside it. */
export const shown = ({ _meta, ...result }: CallToolResult) => result;
