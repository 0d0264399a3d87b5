import http from "node:http";
import type { ApprovalRequest, Approver, Requirement } from "@holdpoint/tier2-core";
import type { Request, RequestHandler } from "express";
import { type ReviewRouterOptions, reviewRouter } from "../../src/index.js";
import { type Express, serve } from "../server.js";
import { deskInMemory } from "./desk-in-memory.js";

/** "user:bea finance ops": who sits there, as a session would have it. */
export const authenticate = (req: Request): Approver | undefined => {
  const [id, ...groups] = (req.get("x-session") ?? "").split(" ");
  return id === undefined || id === "" ? undefined : { id, kind: "human", groups };
};

export const requirement: Requirement = {
  matched: [
    { id: "refund-over-100", version: 3 },
    { id: "everything", version: 1 },
  ],
  panels: [
    {
      policy: { id: "refund-over-100", version: 3 },
      approvers: ["group:finance"],
      escalateTo: ["user:cfo"],
      quorum: 1,
    },
  ],
  quorum: 1,
  uses: 1,
  minutes: 30,
  decideByMs: 3_600_000,
  onDeadline: "escalate",
  bind: "action",
  coolDownMs: 0,
  breakGlass: { approvers: ["user:cfo"], minutes: 10 },
};

export const refund: ApprovalRequest = {
  requester: { tokenId: "tok_7", subject: "user:ann", process: "agent-1", delegation: ["user:boss"] },
  server: "shop",
  tool: "refund_order",
  summary: "Refund 250.00 EUR to the buyer of order 1007",
  preview: { order: { id: 1007, paidEur: "250.00" } },
  params: { order_id: 1007 },
  material: {
    target: "order 1007",
    amount: { value: "250.00", currency: "EUR" },
    currentState: "paid",
    expectedOutcome: "refunded",
    reversibility: "irreversible",
  },
  stateVersion: "v41",
  definition: "definition-digest",
  actionDigest: "action-digest",
  requirement,
  requestedAtMs: Date.UTC(2026, 0, 2, 3, 4, 5),
};

interface Setting {
  express: Express;
  options?: Partial<ReviewRouterOptions>;
  /** What stands before the router. */
  before?: RequestHandler[];
  desk?: ReturnType<typeof deskInMemory>;
}

/** The router under /review on a real server, with a desk to put requests on. */
export async function reviewed({ express, options, before = [], desk = deskInMemory() }: Setting) {
  const app = express();
  for (const handler of before) app.use(handler);
  app.use("/review", reviewRouter(desk.reviewed, { authenticate, ...options }));
  app.use((_req, res) => void res.status(404).json({ from: "the app" }));
  const url = await serve(app);
  return { ...desk, url, ...clients(`${url}/review`) };
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  body: any;
}

export const finance = "user:fin finance";
export const decision = { action_digest: "action-digest", reason: "checked with the buyer" };

/** What a page of this origin sends. */
export function clients(base: string) {
  const get = async (path: string, as = finance): Promise<Answer> =>
    answerOf(await fetch(`${base}${path}`, { headers: { "x-session": as, "sec-fetch-site": "same-origin" } }));

  const post = async (path: string, body: unknown, as = finance, init: RequestInit = {}): Promise<Answer> =>
    answerOf(
      await fetch(`${base}${path}`, {
        method: "POST",
        body: JSON.stringify(body),
        ...init,
        headers: pageHeaders(base, as, init.headers),
      }),
    );
  return { get, post };
}

/** Those of a page's `fetch`; one that is given as "" is left out. */
function pageHeaders(base: string, as: string, changed: RequestInit["headers"]): Headers {
  const headers = new Headers({
    "x-session": as,
    "content-type": "application/json",
    "tier2-review": "1",
    "sec-fetch-site": "same-origin",
    origin: new URL(base).origin,
  });
  for (const [name, value] of new Headers(changed)) {
    if (value === "") headers.delete(name);
    else headers.set(name, value);
  }
  return headers;
}

export async function answerOf(res: Response): Promise<Answer> {
  const text = await res.text();
  return { status: res.status, headers: res.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** A request as it stands here, with headers that `fetch` would not send. */
export function raw(
  url: string,
  options: http.RequestOptions,
  body?: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = http.request(url, options, (res) => {
      let text = "";
      res.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      res.on("end", () => resolve({ status: res.statusCode ?? 0, text }));
    });
    sent.on("error", reject).end(body);
  });
}
