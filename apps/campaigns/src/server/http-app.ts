import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import express, { type Express } from "express";
import { apiRoutes } from "./api-routes.js";
import type { Deployment } from "./deployment.js";
import { jsonErrors, notFound } from "./http-errors.js";
import { tokenVerifier } from "./identity.js";
import { loopbackOnly } from "./loopback-only.js";
import { mcpEndpoint } from "./mcp-endpoint.js";

/** One process for both: MCP at /mcp, the HTTP API at /api. Nothing is served to a caller without a token. */
export function httpApp(deployment: Deployment): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use(loopbackOnly(), requireBearerAuth({ verifier: tokenVerifier }));
  app.all("/mcp", mcpEndpoint(deployment));
  app.use("/api", apiRoutes(deployment));
  app.use(notFound, jsonErrors);
  return app;
}
