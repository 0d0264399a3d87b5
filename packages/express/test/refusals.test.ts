import {
  createTier2,
  defineTier2Tool,
  NotExecuted,
  type Reason,
  reasons,
  refuse,
  type Store,
  Tier2Error,
} from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { describe, expect, test } from "vitest";
import { tier2Middleware } from "../src/index.js";
import { caller, deleteFoo, engine, gate, guarded, requester } from "./foos.js";
import { type Express, expresses, serve } from "./server.js";

type Answer = Awaited<ReturnType<ReturnType<typeof caller>>>;

async function confirmed(setting: Parameters<typeof guarded>[0], between?: () => void): Promise<Answer> {
  const { call } = await guarded(setting);
  const { confirm_token } = (await call({ id: 7 })).body;
  between?.();
  return call({ id: 7, confirm_token });
}

/** Each refusal that this release can give over HTTP: its status, its detail, and a way to get it. */
const refusals: {
  reason: Reason;
  status: number;
  detail?: string;
  retryAfter?: string;
  why: string;
  get: (express: Express) => Promise<Answer>;
}[] = [
  {
    reason: "unknown_or_used",
    status: 409,
    why: "a token that nobody issued",
    get: async (express) => (await guarded({ express })).call({ id: 7, confirm_token: `cfm_${"A".repeat(43)}` }),
  },
  {
    reason: "unknown_or_used",
    detail: "in_flight",
    status: 409,
    retryAfter: "5",
    why: "a duplicate of what is running",
    get: async (express) => {
      const { wait, reached, open } = gate();
      const tool = deleteFoo({ during: wait });
      const { call } = await guarded({ express, tool, tier2Options: { waitForCompletionMs: 0 } });
      const { confirm_token } = (await call({ id: 7 })).body;
      const first = call({ id: 7, confirm_token });
      await reached;
      const duplicate = await call({ id: 7, confirm_token });
      open();
      expect((await first).status).toBe(200);
      return duplicate;
    },
  },
  {
    reason: "unknown_or_used",
    detail: "in_doubt",
    status: 409,
    why: "a claim whose process went silent",
    get: async (express) => {
      let nowMs = 0;
      const store = memoryStore({ nowMs: () => nowMs });
      const { call } = await guarded({ express, tier2Options: { store } });
      const { confirm_token } = (await call({ id: 7 })).body;
      const silent = createTier2({ store, server: "foos" });
      await silent.consumeToken({
        confirm_token: String(confirm_token),
        tokenId: "alice",
        toolName: "delete_foo",
        params: { id: 7 },
      });
      await silent.close();
      nowMs += 61_000;
      return call({ id: 7, confirm_token });
    },
  },
  {
    reason: "unknown_or_used",
    detail: "already_executed",
    status: 409,
    why: "an answer that is no longer kept",
    get: async (express) => {
      let nowMs = 0;
      const store = memoryStore({ nowMs: () => nowMs });
      const { call } = await guarded({ express, tier2Options: { store } });
      const { confirm_token } = (await call({ id: 7 })).body;
      await call({ id: 7, confirm_token });
      nowMs += 301_000;
      return call({ id: 7, confirm_token });
    },
  },
  {
    reason: "wrong_owner",
    status: 403,
    why: "another requester's token",
    get: async (express) => {
      const { call } = await guarded({ express });
      const { confirm_token } = (await call({ id: 7 })).body;
      return call({ id: 7, confirm_token }, { as: "mallory" });
    },
  },
  {
    reason: "wrong_tool",
    status: 422,
    why: "another tool's token",
    get: async (express) => {
      const { tier2 } = engine();
      const app = express().use(express.json());
      for (const name of ["delete_foo", "delete_bar"]) {
        app.post(`/${name}`, tier2Middleware(tier2, deleteFoo({ name }).tool, { requester }));
      }
      const url = await serve(app);
      const { confirm_token } = (await caller(`${url}/delete_foo`)({ id: 7 })).body;
      return caller(`${url}/delete_bar`)({ id: 7, confirm_token });
    },
  },
  {
    reason: "params_changed",
    status: 422,
    why: "other arguments than those of the preview",
    get: async (express) => {
      const { call } = await guarded({ express });
      const { confirm_token } = (await call({ id: 7 })).body;
      return call({ id: 8, confirm_token });
    },
  },
  {
    reason: "expired",
    status: 410,
    why: "a confirm after five minutes",
    get: async (express) => {
      let nowMs = 0;
      const store = memoryStore({ nowMs: () => nowMs });
      return confirmed({ express, tier2Options: { store } }, () => {
        nowMs += 300_001;
      });
    },
  },
  {
    reason: "invalid_params",
    status: 400,
    why: "arguments that the tool's schema refuses",
    get: async (express) => (await guarded({ express })).call({ id: "7" }),
  },
  {
    reason: "not_possible",
    status: 409,
    why: "a preview that says no",
    get: async (express) =>
      (await guarded({ express, tool: deleteFoo({ preview: () => refuse("Foo not found") }) })).call({ id: 7 }),
  },
  {
    reason: "not_executed",
    status: 409,
    why: "a handler that knows nothing happened",
    get: (express) =>
      confirmed({
        express,
        tool: deleteFoo({
          during: () => {
            throw new NotExecuted("the foo is locked");
          },
        }),
      }),
  },
  {
    reason: "failed",
    status: 500,
    why: "a handler that broke off",
    get: (express) =>
      confirmed({
        express,
        tool: deleteFoo({
          during: () => {
            throw new Error("connection lost");
          },
        }),
      }),
  },
  {
    reason: "state_changed",
    status: 409,
    why: "a foo that changed since its preview",
    get: (express) => {
      let version = 0;
      const preview = () => {
        version += 1;
        return { summary: "Will delete", preview: {}, stateVersion: String(version) };
      };
      return confirmed({ express, tool: deleteFoo({ preview }) });
    },
  },
  {
    reason: "risk_exceeded",
    status: 409,
    why: "a risk that is no longer accepted",
    get: (express) => confirmed({ express, tier2Options: { risk: () => false } }),
  },
  {
    reason: "access_revoked",
    status: 403,
    why: "a requester without the right",
    get: async (express) => (await guarded({ express, tier2Options: { authorize: () => false } })).call({ id: 7 }),
  },
  {
    reason: "access_revoked",
    detail: "requester_missing",
    status: 403,
    why: "nobody at all",
    get: async (express) => (await guarded({ express })).call({ id: 7 }, { as: null }),
  },
  {
    reason: "tool_disabled",
    status: 403,
    why: "a tool that is switched off",
    get: async (express) => (await guarded({ express, tier2Options: { isEnabled: () => false } })).call({ id: 7 }),
  },
  {
    reason: "level_unavailable",
    detail: "subject_missing",
    status: 403,
    why: "arguments that need an approver, of a requester who could be the approver",
    get: async (express) => {
      const { tier2 } = engine();
      const tool = defineTier2Tool({
        name: "wipe",
        level: () => "L3",
        preview: () => ({ summary: "Will wipe", preview: {} }),
        execute: () => ({ message: "wiped" }),
      });
      const url = await serve(express().post("/wipe", express.json(), tier2Middleware(tier2, tool, { requester })));
      return caller(`${url}/wipe`)({});
    },
  },
  {
    reason: "store_unavailable",
    status: 503,
    why: "a store that does not answer",
    get: async (express) => {
      const fail = async (): Promise<never> => {
        throw new Tier2Error("store_unavailable", "connection refused");
      };
      const store: Store = { name: "down", insert: fail, swap: fail, get: fail, list: fail, sweep: fail };
      return (await guarded({ express, tier2Options: { store } })).call({ id: 7 });
    },
  },
];

/** What is tested elsewhere, or no call over HTTP can meet: nobody is asked to confirm there. */
const later: Reason[] = ["duplicate", "not_confirmed", "policy_changed", "denied", "revoked", "approval_lapsed"];

test("every reason of the wire contract is tested here or known to come later", () => {
  const tested = refusals.map(({ reason }) => reason);
  expect([...new Set([...tested, ...later])].sort()).toEqual(Object.keys(reasons).sort());
});

describe.each(expresses)("on Express $version", ({ express }) => {
  test.each(refusals)("$why: $status $reason", async ({ reason, status, detail, retryAfter, get }) => {
    const answer = await get(express);
    expect(answer.body).toMatchObject({ status: "rejected", reason, error: expect.any(String) });
    expect(answer.body.detail).toBe(detail);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("tier2-status")).toBe("rejected");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("retry-after")).toBe(retryAfter ?? null);
  });
});
