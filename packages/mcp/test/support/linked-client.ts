import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

export const authInfo = (sub: unknown, clientId = "client-a"): AuthInfo => ({
  token: "secret",
  clientId,
  scopes: [],
  ...(sub !== undefined && { extra: { sub } }),
});

/** A real client on a real server, in this process; `authInfo` is what a token verifier would have found. */
export async function linkedClient(server: McpServer, as: AuthInfo | undefined = authInfo("alice")): Promise<Client> {
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  const send = mine.send.bind(mine);
  mine.send = (message, options) => send(message, { ...options, ...(as !== undefined && { authInfo: as }) });
  const client = new Client({ name: "test", version: "1.0.0" });
  await Promise.all([server.connect(theirs), client.connect(mine)]);
  return client;
}

/** One that proves nobody's identity. */
export const anonymousClient = async (server: McpServer): Promise<Client> => {
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1.0.0" });
  await Promise.all([server.connect(theirs), client.connect(mine)]);
  return client;
};
