export interface FailureTest {
  /** What must hold, as a reader of a failed test is told it. */
  readonly sentence: string;
  /** Where it is demanded. */
  readonly source: string;
}

const seed = (test: number) => `seed 002, failure test ${test}`;

/** What a system of approvals has to withstand: the seven failure tests that close seed 002, and what stands beside them. */
export const failureTests = {
  "changed-argument": {
    sentence: "Whoever changes a material argument, or finds another state, after the approval needs a new one.",
    source: seed(1),
  },
  "other-requester": {
    sentence: "One requester's approval lets no other requester's call through.",
    source: seed(2),
  },
  "overlapping-policies": {
    sentence:
      "Where named, destructive and all-embracing policies apply at once, the named one says who decides, and the strictest says how often and how long.",
    source: seed(3),
  },
  "denied-then-called": {
    sentence: "A call after a denial opens a new request that tells of the denial, and is no permanent refusal.",
    source: seed(4),
  },
  "access-removed": {
    sentence: "An approval does not bring back access that was taken away meanwhile.",
    source: seed(5),
  },
  "pending-to-clients": {
    sentence: "No client takes the answer to a call that waits for a decision for an execution, nor for a failure.",
    source: seed(6),
  },
  "time-out-after-commit": {
    sentence:
      "A time-out after the commit downstream leads to no second execution, and the repeated call hears what became of the first.",
    source: seed(7),
  },
  "uses-counted": {
    sentence: "A grant of so many uses lets so many operations through, however many come at once.",
    source: "seed 002, what consumes an approval",
  },
  "revoke-final": {
    sentence: "Nothing starts under a grant after its revocation was acknowledged.",
    source: "design §3, approval",
  },
  "one-request": {
    sentence: "First calls for the same thing, however many come at once, open one request.",
    source: "seed 002, repeated calls reuse the pending request",
  },
  "one-decision": {
    sentence: "Of an allow and a deny at once one wins, and the other hears that it did not.",
    source: "design §3, decisions",
  },
  "agent-alone": {
    sentence:
      "An agent that confirms whatever it is shown executes nothing that people have to allow, however long it waits.",
    source: "design §5, levels; seed 002, escalation",
  },
} as const satisfies Record<string, FailureTest>;

export type FailureTestId = keyof typeof failureTests;
