import { randomUUID } from "node:crypto";
import http from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { listen } from "../../src/observe/listen.js";

/** A real MCP server on loopback over Streamable HTTP: one session for each client, all with the tools of `register`. */
export async function openServer(register: (server: McpServer) => void, { enableJsonResponse = false } = {}) {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const open = async () => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const server = new McpServer({ name: "subject", version: "1.0.0" });
    register(server);
    await server.connect(transport as never);
    return transport;
  };
  const serve = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : undefined;
    await (known ?? (await open())).handleRequest(request, response);
  };
  const app = http.createServer((request, response) => void serve(request, response));
  const { port, close } = await listen(app);
  return { url: `http://127.0.0.1:${port}/mcp`, close };
}
