import {
  createTier2,
  defineTier2Tool,
  type Preview,
  type Refused,
  type Store,
  type Tier2Event,
  type Tier2Options,
} from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import type { ErrorRequestHandler, Request, RequestHandler } from "express";
import { afterEach } from "vitest";
import * as z from "zod";
import { type Tier2MiddlewareOptions, tier2Middleware } from "../src/index.js";
import { type Express, serve } from "./server.js";

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((tier2) => tier2.close()));
});

/** An engine that the end of the test closes, with all that its observer heard. */
export function engine(options: Partial<Tier2Options> = {}) {
  const events: Tier2Event[] = [];
  const store: Store = memoryStore();
  const tier2 = createTier2({ store, server: "foos", onEvent: (event) => events.push(event), ...options });
  closing.push(tier2);
  return { tier2, events };
}

/** A tool that counts how often it ran. `during` is what happens while it runs. */
export function deleteFoo({
  name = "delete_foo",
  during = async () => {},
  preview = () => ({ summary: "Will delete the foo", preview: {} }),
}: {
  name?: string;
  during?: (params: unknown) => unknown;
  preview?: () => Preview | Refused | Promise<Preview | Refused>;
} = {}) {
  const ran: unknown[] = [];
  const tool = defineTier2Tool({
    name,
    category: "delete",
    input: z.strictObject({ id: z.number().int(), why: z.string().optional() }),
    preview,
    async execute(params) {
      ran.push(params);
      await during(params);
      return { message: `Foo ${params.id} deleted`, details: { run: ran.length } };
    },
  });
  return { tool, ran };
}

/** The requester named in a header stands for what an authentication would have verified. */
export const requester = (req: Request) => {
  const tokenId = req.get("x-token-id");
  return tokenId === undefined ? undefined : { tokenId };
};

interface Setting {
  express: Express;
  tier2Options?: Partial<Tier2Options>;
  tool?: ReturnType<typeof deleteFoo>;
  path?: string;
  options?: Partial<Tier2MiddlewareOptions>;
  /** What stands before the guard instead of `express.json()`. */
  before?: RequestHandler[];
}

/** `POST /delete_foo` guarded on a real server, and every error that reached the app's error handler. */
export async function guarded(setting: Setting) {
  const { express, path = "/delete_foo", tool: foo = deleteFoo(), before = [express.json()] } = setting;
  const { tier2, events } = engine(setting.tier2Options);
  const errors: unknown[] = [];
  const app = express();
  app.all(path, ...before, tier2Middleware(tier2, foo.tool, { requester, ...setting.options }));
  const onError: ErrorRequestHandler = (error, _req, res, _next) => {
    errors.push(error);
    if (!res.headersSent) res.status(500).json({ error: "sorry" });
  };
  app.use(onError);
  const url = await serve(app);
  return { tier2, events, errors, ran: foo.ran, url, call: caller(`${url}${path}`) };
}

export interface Sent {
  headers?: Record<string, string>;
  as?: string | null;
  signal?: AbortSignal;
}

/** Sends a JSON body as alice, or as whoever is named; null = as nobody. */
export function caller(url: string) {
  return async (body: unknown, { headers = {}, as = "alice", signal }: Sent = {}) => {
    const res = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...(as !== null && { "x-token-id": as }), ...headers },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
    return answerOf(res);
  };
}

export async function answerOf(res: Response) {
  const text = await res.text();
  const body = JSON.parse(text) as Record<string, unknown>;
  return { status: res.status, headers: res.headers, body, text };
}

/** What a handler waits for until the test opens it; `reached` says that it is waiting. */
export function gate() {
  let open = () => {};
  let arrive = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const wait = () => {
    arrive();
    return opened;
  };
  return { wait, reached, open };
}
