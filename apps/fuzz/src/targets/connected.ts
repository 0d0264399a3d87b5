import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const authInfo = { token: "secret", clientId: "client", scopes: [], extra: { sub: "ann" } };

/** A real client of a server in this process, whose user is known. */
export async function connected(server: McpServer): Promise<Client> {
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  const send = mine.send.bind(mine);
  mine.send = (message, options) => send(message, { ...options, authInfo });
  const client = new Client({ name: "fuzz", version: "1.0.0" });
  await Promise.all([server.connect(theirs), client.connect(mine)]);
  return client;
}
