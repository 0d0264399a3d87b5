import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Requester, Tier2Engine, Tier2Tool } from "@holdpoint/tier2-core";
import { reviewRouter, tier2Middleware } from "@holdpoint/tier2-express";
import { registerTier2Tool } from "@holdpoint/tier2-mcp";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import express from "express";
import {
  type By,
  type Desk,
  fetchCaller,
  mcpCaller,
  type People,
  reviewDesk,
  type WayToCall,
} from "../../src/index.js";

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
  const { url, close } = await listen(app);
  return { call: fetchCaller({ url: (tool) => `${url}/${tool}` }), close };
}

/** The review API on a server of its own, where no agent comes. */
export async function reviewOverHttp(tier2: Tier2Engine, people: People): Promise<Desk & { close(): Promise<void> }> {
  const authenticate = (req: express.Request) => people[req.get("x-person") as By];
  const { url, close } = await listen(express().use("/review", reviewRouter(tier2, { authenticate })));
  return { ...reviewDesk({ url: `${url}/review`, headers: (by) => ({ "x-person": by }) }), close };
}

async function listen(app: http.RequestListener) {
  const server = http.createServer({ keepAliveTimeout: 600_000 }, app);
  server.listen({ port: 0, host: "127.0.0.1", backlog: 2048 });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
