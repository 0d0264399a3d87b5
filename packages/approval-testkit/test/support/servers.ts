import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Requester, Tier2Engine, Tier2Tool } from "@holdpoint/tier2-core";
import { tier2Middleware } from "@holdpoint/tier2-express";
import { registerTier2Tool } from "@holdpoint/tier2-mcp";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import express from "express";
import { fetchCaller, mcpCaller, type WayToCall } from "../../src/index.js";

export interface Served {
  readonly call: WayToCall;
  close(): Promise<void>;
}

/** The official client on a real server, which knows who is at the other end of the connection. */
export async function overMcp(tier2: Tier2Engine, tools: readonly Tier2Tool[], requester: Requester): Promise<Served> {
  const server = new McpServer({ name: "shop", version: "1.0.0" });
  for (const tool of tools) registerTier2Tool(server, tier2, tool, { requester: () => requester });
  const client = new Client({ name: "agent", version: "1.0.0" });
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(mine)]);
  await client.listTools(); // from now on it checks what comes
  return { call: mcpCaller(client), close: () => client.close() };
}

/** `fetch` on a real server on loopback. */
export async function overHttp(tier2: Tier2Engine, tools: readonly Tier2Tool[], requester: Requester): Promise<Served> {
  const app = express().use(express.json());
  for (const tool of tools) app.post(`/${tool.name}`, tier2Middleware(tier2, tool, { requester: () => requester }));
  const server = http.createServer({ keepAliveTimeout: 600_000 }, app);
  server.listen({ port: 0, host: "127.0.0.1", backlog: 2048 });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    call: fetchCaller({ url: (tool) => `http://127.0.0.1:${port}/${tool}` }),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
