import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { RequestHandler } from "express";
import type { Deployment } from "./deployment.js";
import { requesterOf } from "./identity.js";
import { mcpServer } from "./mcp-server.js";

/**
 * MCP over Streamable HTTP, without sessions: a confirmation belongs to its requester and lives in the engine's
 * store, so any request may confirm or replay it, also after the connection that asked for it is gone. There is no
 * session to steal, to leak or to lose. Answers are plain JSON instead of an event stream: curl can read
 * it, and a client notices a cut connection at once. So nobody can be asked anything before the answer: what the client's user
 * has to confirm (L2) is refused here, and runs over stdio.
 */
export const mcpEndpoint =
  (deployment: Deployment): RequestHandler =>
  async (req, res) => {
    if (req.method !== "POST") {
      res.status(405).set("Allow", "POST").json({ error: "This MCP server has no sessions: POST each message" });
      return;
    }
    const server = mcpServer(deployment, { requester: ({ authInfo }) => requesterOf(authInfo) });
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    res.on("close", () => void server.close());
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(req, res);
  };
