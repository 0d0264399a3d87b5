import { reasons } from "@holdpoint/tier2-core";
import { tier2Middleware } from "@holdpoint/tier2-express";
import express, { type RequestHandler, Router } from "express";
import type { Tier1Tool } from "../tools/tier1/tier1-tool.js";
import type { Deployment } from "./deployment.js";
import { requesterOf } from "./identity.js";
import { isRejected, tier1Answer } from "./tier1-answer.js";

/** The same tools for agents that call an HTTP API: POST /tools/<name>, its arguments as the JSON body. */
export function apiRoutes({ tier1, tier2, engine }: Deployment): Router {
  const api = Router();
  api.use(express.json());
  for (const tool of tier1) api.post(`/tools/${tool.name}`, tier1Route(tool));
  for (const tool of tier2) {
    api.post(`/tools/${tool.name}`, tier2Middleware(engine, tool, { requester: (req) => requesterOf(req.auth) }));
  }
  return api;
}

const tier1Route =
  (tool: Tier1Tool): RequestHandler =>
  async (req, res) => {
    const answer = await tier1Answer(tool, req.body ?? {});
    res.status(isRejected(answer) ? reasons[answer.reason].http : 200).json(answer);
  };
