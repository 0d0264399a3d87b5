import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult, ClientCapabilities } from "@modelcontextprotocol/sdk/types.js";

const authInfo = { token: "secret", clientId: "outside", scopes: [], extra: { sub: "ann" } };

/** A real client of a server in this process. It has listed the tools, so that it checks each result. */
export async function connected(server: McpServer, capabilities: ClientCapabilities = {}): Promise<Client> {
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  const send = mine.send.bind(mine);
  mine.send = (message, options) => send(message, { ...options, authInfo });
  const client = new Client({ name: "outside", version: "1.0.0" }, { capabilities });
  await Promise.all([server.connect(theirs), client.connect(mine)]);
  await client.listTools();
  return client;
}

export const callTool = async (client: Client, name: string, args: object): Promise<CallToolResult> =>
  (await client.callTool({ name, arguments: args as Record<string, unknown> })) as CallToolResult;

/** The token of a preview. */
export function tokenOf({ structuredContent }: CallToolResult): string {
  const { status, confirm_token: token } = structuredContent as { status?: string; confirm_token?: string };
  if (status !== "confirmation_required" || token === undefined) throw new Error(`No preview but ${status}`);
  return token;
}
