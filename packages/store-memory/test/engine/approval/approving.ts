import type {
  Approval,
  ApprovalPending,
  Approver,
  CallContext,
  ConfirmationRequired,
  Policy,
  Reply,
  Requester,
  Tier2Options,
} from "@holdpoint/tier2-core";
import { fooTool } from "../support/foo-tool.js";
import { aWorld, type Process, type World } from "../support/world.js";

export const alice: Requester = { tokenId: "agent-of-alice", subject: "user:alice" };
export const bob: Approver = { id: "user:bob", kind: "human", groups: ["ops"] };
export const carol: Approver = { id: "user:carol", kind: "human", groups: ["ops"] };

/** Anybody of ops, one use, an hour to decide. */
export const opsPolicy = (changes: Partial<Policy> = {}): Policy =>
  ({
    ...{ id: "deletions", version: 1, scope: "named", tools: ["delete_foo"], approvers: ["group:ops"] },
    ...{ onDeadline: "lapse", ...changes },
  }) as Policy;

export interface Approving {
  readonly world: World;
  readonly process: Process;
  readonly foo: ReturnType<typeof fooTool>;
  /** Any call of Alice's agent, on the first process unless another is named. */
  call(args: object, context?: Partial<CallContext>, on?: Process): Promise<Reply>;
  /** The first call, allowed, and the token that the next one gives. */
  allowed(args: object): Promise<{ approval: Approval; confirm_token: string; first: Reply }>;
}

type FooChanges = NonNullable<Parameters<typeof fooTool>[0]>;

/** A tool that needs somebody of ops. */
export function approving(options: Partial<Tier2Options> = {}, changes: FooChanges = {}): Approving {
  const world = aWorld();
  const foo = fooTool(changes);
  const process = world.process({
    policies: [opsPolicy()],
    ...options,
  });
  const call: Approving["call"] = (args, context = {}, on = process) =>
    on.engine.call(foo.tool, args, { requester: alice, ...context });
  return {
    ...{ world, process, foo, call },
    async allowed(args) {
      const id = pendingOf(await call(args)).approval.id;
      const approval = await allow(process, id);
      const first = await call(args);
      return { approval, first, confirm_token: tokenOf(first) };
    },
  };
}

export function pendingOf({ body }: Reply): ApprovalPending {
  if (body.status !== "approval_pending") throw new Error(`Not pending but ${JSON.stringify(body)}`);
  return body;
}

export function tokenOf({ body }: Reply): string {
  if (body.status !== "confirmation_required") throw new Error(`No token but ${JSON.stringify(body)}`);
  return (body as ConfirmationRequired).confirm_token;
}

/** What is on the screen is what is decided about. */
export async function shownTo({ engine }: Process, id: string, approver = bob): Promise<Approval> {
  const approval = await engine.approvals.get(id, { approver });
  if (approval === undefined) throw new Error(`No approval ${id}`);
  return approval;
}

export async function allow(process: Process, id: string, approver = bob, less: object = {}): Promise<Approval> {
  const { actionDigest } = await shownTo(process, id, approver);
  const decided = await process.engine.approvals.allow(id, { approver, actionDigest, reason: "looked at it", ...less });
  if (!decided.ok) throw new Error(`Not allowed but ${decided.reason}`);
  return decided.approval;
}

export async function deny(process: Process, id: string, reason = "wrong foo", approver = bob): Promise<Approval> {
  const { actionDigest } = await shownTo(process, id, approver);
  const decided = await process.engine.approvals.deny(id, { approver, actionDigest, reason });
  if (!decided.ok) throw new Error(`Not denied but ${decided.reason}`);
  return decided.approval;
}

/** A revoke is answered once nothing can start any more, which takes a second of the clock. */
export async function revoke({ world, process }: Approving, id: string, reason = "changed my mind") {
  const { actionDigest } = await shownTo(process, id);
  const revoking = process.engine.approvals.revoke(id, { approver: bob, actionDigest, reason });
  await world.clock.advance(1000);
  return revoking;
}
