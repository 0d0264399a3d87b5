import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { eventStore } from "./event-store.js";

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

type Request = IncomingMessage & { body?: unknown; auth?: AuthInfo };

/** The one user of these servers, as a verifier of access tokens would have found them. */
const ann: AuthInfo = { token: "secret", clientId: "outside", scopes: [], extra: { sub: "ann" } };

/** A real server on loopback, over Streamable HTTP with sessions: a new MCP server for each of them. */
export async function serve(build: () => McpServer): Promise<Served> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  async function newSession(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      eventStore: eventStore(),
      retryInterval: 200,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await build().connect(transport as Transport);
    return transport;
  }

  async function handle(request: Request, response: ServerResponse): Promise<void> {
    request.auth = ann;
    const transport = sessions.get(String(request.headers["mcp-session-id"])) ?? (await newSession());
    await transport.handleRequest(request, response, request.body);
  }

  const app = createMcpExpressApp();
  app.all("/mcp", handle);
  const server = createServer({ keepAliveTimeout: 600_000 }, app);
  server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      await Promise.all([...sessions.values()].map((transport) => transport.close()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
