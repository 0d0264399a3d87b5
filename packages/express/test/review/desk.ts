import http from "node:http";
import { type Approver, defineTier2Tool, type Policy, type Tier2Options } from "@holdpoint/tier2-core";
import { type TestTier2, testTier2 } from "@holdpoint/tier2-store-memory/testing";
import type { Request, RequestHandler } from "express";
import * as z from "zod";
import { type ReviewRouterOptions, reviewRouter } from "../../src/index.js";
import { type Express, serve } from "../server.js";

/** "user:bea finance ops": who sits there, as a session would have it. */
export const authenticate = (req: Request): Approver | undefined => {
  const [id, ...groups] = (req.get("x-session") ?? "").split(" ");
  return id === undefined || id === "" ? undefined : { id, kind: "human", groups };
};

export const finance = "user:fin finance";
/** Whose agent asks. */
export const ann = "user:ann finance";
/** May break the glass, and is asked once the deadline has passed. */
export const cfo = "user:cfo";

const agentOfAnn = { tokenId: "tok_7", subject: "user:ann", process: "agent-1", delegation: ["user:boss"] };

const refunds = {
  ...{ id: "refund-over-100", version: 3, scope: "named", tools: ["refund_order"] },
  ...{ above: { value: "100.00", currency: "EUR" }, approvers: ["group:finance"], decideByMinutes: 60 },
  ...{ onDeadline: "escalate", escalateTo: [cfo], validity: { uses: 1, minutes: 30 } },
  breakGlass: { approvers: [cfo], minutes: 10 },
} satisfies Policy;
const everything: Policy = {
  ...{ id: "everything", version: 1, scope: "all", approvers: ["group:ops"], onDeadline: "lapse" },
};

export interface DeskSetting {
  /** What is different in the policy that asks finance. */
  policy?: Partial<Policy>;
  options?: Partial<Tier2Options>;
}

/** An engine whose refunds finance must allow. Its clock stands still. */
export function aDesk({ policy, options }: DeskSetting = {}) {
  const ran: number[] = [];
  const policies = [{ ...refunds, ...policy } as Policy, everything];
  const tier2 = testTier2({ server: "shop", policies, ...options }).as(agentOfAnn);
  const refundOrder = defineTier2Tool({
    name: "refund_order",
    category: "refund",
    input: z.strictObject({ order_id: z.number().int() }),
    preview: ({ order_id }) => ({
      summary: `Refund 250.00 EUR to the buyer of order ${order_id}`,
      preview: { order: { id: order_id, paidEur: "250.00" } },
      stateVersion: "v41",
      material: {
        target: `order ${order_id}`,
        amount: { value: "250.00", currency: "EUR" },
        currentState: "paid",
        expectedOutcome: "refunded",
        reversibility: "irreversible",
      },
    }),
    execute({ order_id }) {
      ran.push(order_id);
      return { message: `Order ${order_id} refunded` };
    },
  });
  const call = (order_id = 1007, confirm_token?: string) =>
    tier2.call(refundOrder, { order_id, ...(confirm_token !== undefined && { confirm_token }) });
  return { tier2, ran, call, open: async (order_id?: number) => pendingId(await call(order_id)) };
}

type Desk = ReturnType<typeof aDesk>;

function pendingId({ body }: Awaited<ReturnType<TestTier2["call"]>>): string {
  if (body.status !== "approval_pending") throw new Error(`Not pending but ${JSON.stringify(body)}`);
  return body.approval.id;
}

interface Setting extends DeskSetting {
  express: Express;
  router?: Partial<ReviewRouterOptions>;
  /** What stands before the router. */
  before?: RequestHandler[];
  desk?: Desk;
}

/** The router under /review on a real server, with a desk to put requests on. */
export async function reviewed({ express, router, before = [], desk, ...setting }: Setting) {
  const { tier2, ...rest } = desk ?? aDesk(setting);
  const app = express();
  for (const handler of before) app.use(handler);
  app.use("/review", reviewRouter(tier2, { authenticate, ...router }));
  app.use((_req, res) => void res.status(404).json({ from: "the app" }));
  const url = await serve(app);
  return { ...rest, tier2, url, ...clients(`${url}/review`) };
}

/** One request on the desk, and what a page sends to allow it. */
export async function opened(setting: Setting) {
  const desk = await reviewed(setting);
  const id = await desk.open();
  const { approval } = (await desk.get(`/approvals/${id}`)).body;
  const decision = { action_digest: approval.action_digest as string, reason: "checked with the buyer" };
  const at = (verb: string) => `/approvals/${id}/${verb}`;
  const seen = async (as?: string) => (await desk.get(`/approvals/${id}`, as)).body.approval;
  const undecided = async () => {
    const { status, allows } =
      (await desk.tier2.approvals.get(id, { approver: { id: "user:test", kind: "human" } })) ?? {};
    return status === "pending" && allows?.length === 0;
  };
  return { ...desk, id, decision, at, seen, undecided };
}

/** Moves the clock on until the answer is there: a revoke waits until nothing can start any more. */
export async function inTime<T>({ advance }: Pick<TestTier2, "advance">, answer: Promise<T>): Promise<T> {
  let isThere = false;
  const ended = () => {
    isThere = true;
  };
  answer.then(ended, ended);
  while (!isThere) await advance({ ms: 100 });
  return answer;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  body: any;
}

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
