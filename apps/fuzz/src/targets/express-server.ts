import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createTier2, defineTier2Tool } from "@holdpoint/tier2-core";
import { tier2Middleware } from "@holdpoint/tier2-express";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import express, { type RequestHandler } from "express";
import type { Json } from "../values/json.js";

export interface HttpAnswer {
  readonly status: number;
  readonly body: { readonly status?: unknown; readonly reason?: unknown; readonly confirm_token?: string };
}

export interface ExpressServer {
  /** What the preview function and the handler got, in turn. */
  readonly previewed: Json[];
  readonly executed: Json[];
  post(text: string, token?: string): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** A real server on loopback, with one guarded route; a test may put another parser before it. */
export async function expressServer(...parser: RequestHandler[]): Promise<ExpressServer> {
  const [previewed, executed]: [Json[], Json[]] = [[], []];
  const tier2 = createTier2({ store: memoryStore(), server: "fuzz", waitForCompletionMs: 0 });
  const tool = defineTier2Tool({
    name: "delete_foo",
    duplicates: "allow",
    preview: (params) => {
      previewed.push(params as Json);
      return { summary: "Will delete.", preview: params };
    },
    execute: (params) => {
      executed.push(params as Json);
      return { message: "Deleted." };
    },
  });
  const app = express();
  app.use(parser.length === 0 ? express.json() : parser);
  app.post("/delete_foo", tier2Middleware(tier2, tool, { requester: () => ({ tokenId: "ann" }) }));
  app.use(((error: { status?: number }, _req, res, _next) => {
    res.status(error.status ?? 500).json({});
  }) as express.ErrorRequestHandler);
  const server = createServer({ keepAliveTimeout: 600_000 }, app);
  server.listen({ port: 0, host: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/delete_foo`;
  return {
    previewed,
    executed,
    async post(text, token) {
      const given = token === undefined ? {} : { "Tier2-Confirm-Token": token };
      const headers = { "Content-Type": "application/json", ...given };
      const answer = await fetch(url, { method: "POST", headers, body: text });
      return { status: answer.status, body: (await answer.json()) as HttpAnswer["body"] };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await tier2.close();
    },
  };
}
