import { localhostHostValidation } from "@modelcontextprotocol/sdk/server/middleware/hostHeaderValidation.js";
import type { RequestHandler } from "express";

const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Keeps web pages out. A page whose host name was rebound to this machine comes with a foreign Host, any other page
 * with its own Origin; programs send none. The socket itself listens on loopback alone.
 */
export const loopbackOnly = (): RequestHandler[] => [localhostHostValidation(), loopbackOrigin];

const loopbackOrigin: RequestHandler = (req, res, next) => {
  const { origin } = req.headers;
  if (origin === undefined || isLoopback(origin)) next();
  else res.status(403).json({ error: `Requests from ${origin} are not served` });
};

function isLoopback(origin: string): boolean {
  try {
    return loopbackHosts.includes(new URL(origin).hostname);
  } catch {
    return false;
  }
}
