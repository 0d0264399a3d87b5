import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

export interface HttpMode {
  /** One server per session, or one per request. */
  sessions: boolean;
  /** One JSON body, sent when the answer is there; else a stream of events, opened before the handler starts. */
  json: boolean;
}

export const httpModes: [string, HttpMode][] = [
  ["with sessions and event streams", { sessions: true, json: false }],
  ["with sessions and JSON bodies", { sessions: true, json: true }],
  ["stateless, with event streams", { sessions: false, json: false }],
  ["stateless, with JSON bodies", { sessions: false, json: true }],
];

type Request = IncomingMessage & { body?: unknown; auth?: AuthInfo };

/** A verified access token, written as "client/subject", or as "client" for one without a user. */
const verifier = {
  async verifyAccessToken(token: string): Promise<AuthInfo> {
    const [clientId = "", sub] = token.split("/");
    return { token, clientId, scopes: [], expiresAt: 4_000_000_000, ...(sub !== undefined && { extra: { sub } }) };
  },
};

/** A real server on loopback: express, bearer tokens and the SDK's Streamable HTTP transport. */
export async function httpServer(build: () => McpServer, { sessions, json }: HttpMode) {
  const open = new Map<string, StreamableHTTPServerTransport>();

  async function connected(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      enableJsonResponse: json,
      ...(sessions && { sessionIdGenerator: () => randomUUID() }),
      onsessioninitialized: (id) => void open.set(id, transport),
    });
    await build().connect(transport as Transport);
    return transport;
  }

  async function handle(request: Request, response: ServerResponse): Promise<void> {
    const known = open.get(String(request.headers["mcp-session-id"]));
    const transport = known ?? (await connected());
    if (!sessions) response.on("close", () => void transport.close());
    await transport.handleRequest(request, response, request.body);
  }

  const app = createMcpExpressApp();
  app.all("/mcp", requireBearerAuth({ verifier }), handle);
  // On a busy machine the defaults reset connections: 511 that wait to be accepted, and 5 s of idleness.
  const server = createServer({ keepAliveTimeout: 600_000 }, app);
  server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async close() {
      await Promise.all([...open.values()].map((transport) => transport.close()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
