import type { Approver } from "@holdpoint/tier2-core";
import type { Request } from "express";

interface DemoReviewer {
  readonly secret: string;
  readonly approver: Approver;
}

/**
 * FOR THE DEMO ONLY, a stand-in for a sign-in: these secrets stand in a public file and keep nobody out, least of all an
 * agent that can read it. A real deployment takes the person from its own session (single sign-on, a second factor), on
 * a host that no agent's credentials open. No token of an agent is taken here, and none of these at /mcp or /api.
 */
export const demoReviewers = {
  finance: {
    secret: "demo-only-reviewer-finance",
    approver: { id: "demo-person-finance", kind: "human", groups: ["finance"] },
  },
  ops: { secret: "demo-only-reviewer-ops", approver: { id: "demo-person-ops", kind: "human", groups: ["ops"] } },
  onCall: {
    secret: "demo-only-reviewer-on-call",
    approver: { id: "demo-person-on-call", kind: "human", groups: ["ops", "finance"] },
  },
  /** The owner of agent a, who is of operations too: and still decides on nothing that was asked in their name. */
  operatorA: {
    secret: "demo-only-reviewer-operator-a",
    approver: { id: "demo-operator-a", kind: "human", groups: ["ops"] },
  },
} as const satisfies Record<string, DemoReviewer>;

/** Who sits at the screen; undefined, which is 401, for everybody else. */
export function demoReviewer({ headers }: Pick<Request, "headers">): Approver | undefined {
  const secret = /^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1];
  return Object.values(demoReviewers).find((known) => known.secret === secret)?.approver;
}
