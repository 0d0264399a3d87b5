import type { ApprovalState, StoredApproval, Vote } from "../../src/approval/approval.js";
import type { Command } from "../../src/approval/command.js";
import type { Decision } from "../../src/approval/decision.js";
import type { Requirement } from "../../src/policy/requirement.js";
import { asked, minuteMs, quorumOf, requester } from "./approvals.js";

const nowMs = 1_000_000_000;
const digest = "the digest that was shown";
const glass = { approvers: ["user:bob"], minutes: 5 };

/** Two of three people must allow. */
const demands = (onDeadline: Requirement["onDeadline"]): Requirement => {
  const two = quorumOf(2, { onDeadline, breakGlass: glass, uses: 2, minutes: 10, decideByMs: 60 * minuteMs });
  const escalateTo = onDeadline === "escalate" ? ["user:next"] : [];
  return { ...two, panels: two.panels.map((panel) => ({ ...panel, escalateTo })) };
};

const vote = (approver: string, differing: Partial<Vote> = {}): Vote => ({
  ...{ approver, groups: [], reason: "looked at it", actionDigest: digest, atMs: 5 },
  ...differing,
});
const both = [vote("user:fay"), vote("user:fin")];
const op = (operationId: string) => ({ operationId, atMs: 7 });
const grant = { allows: both, stage: 0, uses: 2, minutes: 10, spent: [op("op_a")], refunded: 0 } as const;
const broken = { by: "user:bob", evidence: "ticket 9" };
const reviewed = { ...broken, reviewed: { by: "user:fin", reason: "fine", atMs: 9 } };
const byGlass = { ...grant, allows: [vote("user:bob")], uses: 1, minutes: 5, breakGlass: broken };
const end = { by: "user:fin", reason: "stop", atMs: 8 };

interface Shape {
  readonly state: ApprovalState;
  readonly onDeadline?: Requirement["onDeadline"];
}

const pending = (onDeadline: Requirement["onDeadline"], allows: readonly Vote[], stage: 0 | 1 = 0): Shape => ({
  state: { status: "pending", allows, stage },
  onDeadline,
});

/** Every shape a record can have, by a name whose first word is its status. */
export const shapes: Readonly<Record<string, Shape | null>> = {
  absent: null,
  "pending lapse unheard": pending("lapse", []),
  "pending lapse one": pending("lapse", [vote("user:fay")]),
  "pending lapse taken": {
    state: {
      ...{ status: "pending", allows: [], stage: 0 },
      retracted: [{ vote: vote("user:fay"), reason: "wrong one", atMs: 6, nth: 1 }],
    },
  },
  "pending hold one": pending("hold", [vote("user:fay")]),
  "pending escalate one": pending("escalate", [vote("user:fay")]),
  "pending escalated one": pending("escalate", [vote("user:fay")], 1),
  approved: { state: { status: "approved", ...grant } },
  "approved endless": { state: { status: "approved", ...grant, minutes: null } },
  "approved uncounted": { state: { status: "approved", ...grant, uses: null } },
  "approved spent": { state: { status: "approved", ...grant, spent: [op("op_a"), op("op_b")] } },
  "approved spent endless": { state: { status: "approved", ...grant, minutes: null, spent: [op("op_a"), op("op_b")] } },
  "approved glass": { state: { status: "approved", ...byGlass, spent: [] } },
  "approved glass spent": { state: { status: "approved", ...byGlass } },
  "approved glass reviewed": { state: { status: "approved", ...byGlass, breakGlass: reviewed } },
  denied: { state: { status: "denied", allows: [vote("user:fin")], deny: vote("user:fay") } },
  "cancelled withdrawn": { state: { status: "cancelled", why: "withdrawn", by: "user:ada", reason: "no need" } },
  "cancelled superseded": { state: { status: "cancelled", why: "superseded", by: "policy", reason: "changed" } },
  revoked: { state: { status: "revoked", ...grant, ...end } },
  "revoked glass": { state: { status: "revoked", ...byGlass, ...end } },
  "revoked glass reviewed": { state: { status: "revoked", ...byGlass, breakGlass: reviewed, ...end } },
};

const people = { fin: "user:fin", fay: "user:fay", next: "user:next", bob: "user:bob", stranger: "user:eve" };
const selves = { subject: "user:ada", token: "agent-7", delegate: "user:boss" };

const use = { ...asked(), actionDigest: digest };
const words = (type: "allow" | "deny" | "revoke", who: Readonly<Record<string, string>>) =>
  Object.entries(who).map(([name, id]): [string, Command] => [`${type} ${name}`, { type, vote: vote(id) }]);
const everybody = {
  ...people,
  ...Object.fromEntries(Object.entries(selves).map(([name, id]) => [`self ${name}`, id])),
};

const commands: readonly (readonly [string, Command])[] = [
  ...words("allow", everybody),
  ["allow narrower", { type: "allow", vote: vote("user:fay", { uses: 1 }) }],
  ["allow wider uses", { type: "allow", vote: vote("user:fin", { uses: 3 }) }],
  ["allow wider minutes", { type: "allow", vote: vote("user:fin", { minutes: 11 }) }],
  ["allow old", { type: "allow", vote: vote("user:fin", { actionDigest: "another" }) }],
  ...words("deny", everybody),
  ["deny old", { type: "deny", vote: vote("user:fin", { actionDigest: "another" }) }],
  ...words("revoke", everybody),
  ["revoke old", { type: "revoke", vote: vote("user:fin", { actionDigest: "another" }) }],
  ["withdraw token", { type: "withdraw", by: { tokenId: requester.tokenId }, reason: "no need" }],
  ["withdraw subject", { type: "withdraw", by: { subject: "user:ada" }, reason: "no need" }],
  ["withdraw stranger", { type: "withdraw", by: { tokenId: "agent-8", subject: "user:eve" }, reason: "no" }],
  ...Object.entries({ fin: "user:fin", fay: "user:fay", bob: "user:bob", stranger: "user:eve", self: "user:ada" }).map(
    ([name, id]): [string, Command] => [
      `retract ${name}`,
      { type: "retract", by: { id, groups: [] }, reason: "wrong one", atMs: 9 },
    ],
  ),
  ["supersede", { type: "supersede", reason: "changed" }],
  ["reserve again", { type: "reserve", operationId: "op_a", use }],
  ["reserve new", { type: "reserve", operationId: "op_c", use }],
  [
    "reserve foreign token",
    { type: "reserve", operationId: "op_c", use: { ...use, requester: { tokenId: "agent-8" } } },
  ],
  ["reserve foreign action", { type: "reserve", operationId: "op_c", use: { ...use, actionDigest: "another" } }],
  ["reserve foreign tool", { type: "reserve", operationId: "op_c", use: { ...use, tool: "wire" } }],
  ["refund spent", { type: "refund", operationId: "op_a" }],
  ["refund unknown", { type: "refund", operationId: "op_c" }],
  ["breakGlass bob", { type: "breakGlass", vote: vote("user:bob"), evidence: "ticket 9" }],
  ["breakGlass fin", { type: "breakGlass", vote: vote("user:fin"), evidence: "ticket 9" }],
  ["breakGlass self", { type: "breakGlass", vote: vote("user:ada"), evidence: "ticket 9" }],
  ["breakGlass old", { type: "breakGlass", vote: vote("user:bob", { actionDigest: "another" }), evidence: "ticket 9" }],
  ...Object.entries({ fin: "user:fin", fay: "user:fay", bob: "user:bob", stranger: "user:eve", self: "user:ada" }).map(
    ([name, id]): [string, Command] => [
      `closeReview ${name}`,
      { type: "closeReview", by: { id, groups: [] }, reason: "fine", atMs: 9 },
    ],
  ),
  ["escalate", { type: "escalate" }],
];

export interface Cell {
  readonly state: string;
  readonly command: string;
  readonly deadline: "open" | "passed" | "over";
  readonly history: "current" | "changed";
  readonly approval: StoredApproval | null;
  readonly asks: Command;
}

/** `over`: a second time for deciding has passed too. */
const deadlines = { open: nowMs + 1, passed: nowMs, over: nowMs - 60 * minuteMs } as const;

/** The full product for one shape. */
export function cellsOf(state: string): Cell[] {
  const shape = shapes[state] ?? null;
  return commands.flatMap(([command, asks]) =>
    (["open", "passed", "over"] as const).flatMap((deadline) =>
      (["current", "changed"] as const).map((history) => {
        const approval = shape && {
          ...{ id: "apr_1", tag: "t", state: shape.state, nowMs, deadlineMs: deadlines[deadline] },
          historyCurrent: history === "current",
          request: {
            ...{ ...asked(), actionDigest: digest, requestedAtMs: 1 },
            requirement: demands(shape.onDeadline ?? "lapse"),
          },
        };
        return { state, command, deadline, history, approval, asks };
      }),
    ),
  );
}

/** A decision in the words of the table. */
export function inWords(decision: Decision): string {
  if (decision.kind === "refuse") return `refuse ${decision.why}`;
  if (decision.kind === "same") return "same";
  const { next, condition, thenDecide } = decision;
  const stage = next.status === "pending" ? ` ${next.stage}` : "";
  return `→ ${next.status}${stage}, if ${condition.deadline} ${condition.history}${thenDecide ? ", then decide" : ""}`;
}
