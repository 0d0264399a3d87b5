import { reviewRouter } from "@holdpoint/tier2-express";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import express, { type Express } from "express";
import { apiRoutes } from "./api-routes.js";
import { demoReviewer } from "./demo-reviewers.js";
import type { Deployment } from "./deployment.js";
import { downloadRoute } from "./download-route.js";
import { jsonErrors, notFound } from "./http-errors.js";
import { tokenVerifier } from "./identity.js";
import { loopbackOnly } from "./loopback-only.js";
import { mcpEndpoint } from "./mcp-endpoint.js";

/** One process for all: MCP at /mcp, the HTTP API at /api, both for callers with a token; people decide at /review; links at /downloads. */
export function httpApp(deployment: Deployment): Express {
  const app = downloadsApp(deployment);
  app.use("/review", reviewRouter(deployment.engine, { authenticate: demoReviewer }));
  app.use(requireBearerAuth({ verifier: tokenVerifier }));
  app.all("/mcp", mcpEndpoint(deployment));
  app.use("/api", apiRoutes(deployment));
  app.use(notFound, jsonErrors);
  return app;
}

/** For a server over stdio, whose links are to be followed all the same. */
export function linksOnlyApp(deployment: Deployment): Express {
  return downloadsApp(deployment).use(notFound, jsonErrors);
}

function downloadsApp({ database }: Deployment): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use(loopbackOnly());
  app.get("/downloads/:secret", downloadRoute(database));
  return app;
}
