import type { Desk } from "./approvals-desk.js";
import { jsonIn, membersOf } from "./read-answer.js";
import type { By, Decided } from "./subject.js";

export interface ReviewedAt {
  /** Where `reviewRouter` is mounted, e.g. "http://127.0.0.1:3000/review". */
  readonly url: string;
  /** What signs this person in. */
  readonly headers: (by: By) => Readonly<Record<string, string>>;
}

/** Decides over the review API, as its pages do: reads what is asked, and sends the digest of that. */
export function reviewDesk({ url, headers }: ReviewedAt): Desk {
  async function reply(path: string, by: By, init: RequestInit = {}) {
    const own = { "content-type": "application/json", "tier2-review": "1" };
    const response = await fetch(`${url}${path}`, { ...init, headers: { ...own, ...headers(by) } });
    const { approval } = membersOf(jsonIn(await response.text()));
    return { accepted: response.ok, approval: membersOf(approval) };
  }

  async function post(approvalId: string, verb: "allow" | "deny" | "revoke", reason: string, by: By) {
    const path = `/approvals/${encodeURIComponent(approvalId)}`;
    const { action_digest } = (await reply(path, by)).approval;
    const body = JSON.stringify({ action_digest, reason });
    return decidedBy(await reply(`${path}/${verb}`, by, { method: "POST", body }));
  }

  return {
    decide: (approvalId, decision, reason, by) => post(approvalId, decision, reason, by),
    revoke: (approvalId, reason) => post(approvalId, "revoke", reason, "first"),
  };
}

function decidedBy(reply: { accepted: boolean; approval: Readonly<Record<string, unknown>> }): Decided {
  const { status, uses_left, valid_until } = reply.approval;
  if (!reply.accepted || status !== "approved") return { accepted: reply.accepted };
  return {
    accepted: true,
    usesLeft: typeof uses_left === "number" ? uses_left : null,
    validUntilMs: typeof valid_until === "string" ? Date.parse(valid_until) : null,
  };
}
