import { createHmac, hash, randomBytes } from "node:crypto";
import { canonicalJson, type FirstWrite, type Write } from "@holdpoint/tier2-core";
import { resultOf } from "./job.js";

/** The writes of one operation's life, as the engine makes them. */
export interface StorePlan {
  readonly id: string;
  readonly pending: FirstWrite;
  readonly claim: Write;
  readonly completion: Write;
}

const digest = (text: string) => hash("sha256", text, "base64url");
const owner = digest("owner").slice(0, 22);
const tool = digest("tool").slice(0, 22);
const ttlMs = 300_000;
const tombstoneMs = 86_400_000;

/** All that must be computed for one operation: a token, the params hash, tags and texts. */
export function planFor(args: { offer_id: number }): StorePlan {
  const token = `cfm_${randomBytes(32).toString("base64url")}`;
  const params = createHmac("sha256", token).update(canonicalJson(args)).digest("base64url");
  const claim = randomBytes(32).toString("base64url");
  const binding = { owner, tool, params };
  const state = (status: string) => JSON.stringify({ v: 1, status, binding, claim });
  return {
    id: `c:${digest(token)}`,
    pending: {
      tag: `pending ${owner} ${tool} ${params}`,
      state: JSON.stringify({ v: 1, status: "pending", binding }),
      body: JSON.stringify({ v: 1, tool: "update_offer_payout", params: args }),
      deadlineInMs: ttlMs,
      payloadForMs: ttlMs * 2,
      recordForMs: ttlMs + tombstoneMs,
      listed: false,
    },
    claim: {
      tag: `in_flight ${claim}`,
      state: state("in_flight"),
      deadlineInMs: 60_000,
      payloadForMs: null,
      recordForMs: null,
      listed: true,
    },
    completion: {
      tag: `completed claim ${claim}`,
      state: state("completed"),
      data: JSON.stringify(resultOf(args)),
      deadlineInMs: ttlMs,
      payloadForMs: ttlMs,
      recordForMs: ttlMs + tombstoneMs,
      listed: false,
    },
  };
}
