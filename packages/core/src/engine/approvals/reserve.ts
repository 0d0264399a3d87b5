import type { StoredApproval } from "../../approval/approval.js";
import type { Refund } from "../../approval/command.js";
import type { Covered } from "../../approval/coverage.js";
import type { Unusable } from "../../approval/decision.js";
import { Tier2Error } from "../../errors.js";
import type { ApprovalParts } from "./approval-parts.js";
import { inLine } from "./in-line.js";
import { type Transition, transition } from "./transition.js";

/** A handler that is let through by a grant starts within this time of `sentAtMs`, or not at all: a revoke waits as long. */
export const startWithinMs = 1000;

export type Reserved =
  | {
      readonly ok: true;
      readonly approval: StoredApproval;
      /** Monotonic clock of this process before it was sent. */
      readonly sentAtMs: number;
    }
  /** `approval` absent: there is none (any more). */
  | { readonly ok: false; readonly why: Unusable; readonly approval?: StoredApproval };

/** May the handler still start? Asked synchronously, with nothing awaited between this and the start. */
export const isInTimeToStart = (parts: Pick<ApprovalParts, "platform">, { sentAtMs }: { sentAtMs: number }): boolean =>
  parts.platform.monotonicMs() - sentAtMs < startWithinMs;

/** How often a reservation that took too long is looked at again, so that its handler may still start. */
const mostLooks = 5;

/**
 * Spends one use of the grant on this operation, as the last awaited step before its handler. The same operation again
 * spends none.
 *
 * @throws Tier2Error `store_unavailable`: the outcome is unknown, and the handler must not start.
 */
export async function reserve(
  parts: ApprovalParts,
  id: string,
  { operationId, ...use }: { readonly operationId: string } & Covered,
): Promise<Reserved> {
  const once = () => transition(parts, id, { type: "reserve", operationId, use });
  let reserved = reservedBy(parts, await inLine(parts, id, once));
  // What it has it has: this only shows that nobody has revoked it since.
  for (let looks = 0; looks < mostLooks && reserved.ok && !hasTimeLeft(parts, reserved); looks += 1) {
    reserved = reservedBy(parts, await once());
  }
  return reserved;
}

function reservedBy(parts: ApprovalParts, outcome: Transition): Reserved {
  const { approval, sentAtMs } = outcome;
  if (outcome.kind === "refuse" || approval === null) {
    const why = outcome.kind === "refuse" ? (outcome.why as Unusable) : "not_found";
    return { ok: false, why, ...(approval && { approval }) };
  }
  if (outcome.kind === "done") demandReplicated(parts, outcome);
  return { ok: true, approval, sentAtMs };
}

const hasTimeLeft = ({ platform }: ApprovalParts, { sentAtMs }: { sentAtMs: number }): boolean =>
  platform.monotonicMs() - sentAtMs < startWithinMs / 2;

/**
 * Gives the use back, once, of an operation that did not happen. False: there was nothing to give back (any more), or not
 * on the word of this person.
 */
export async function refund(
  parts: ApprovalParts,
  id: string,
  operationId: string,
  by?: Refund["by"],
): Promise<boolean> {
  const outcome = await transition(parts, id, { type: "refund", operationId, ...(by && { by }) });
  if (outcome.approval === null || outcome.kind === "same") return false;
  const { tool, requester } = outcome.approval.request;
  const about = { tool, requester, operationId };
  if (outcome.kind === "refuse") {
    const error = new Error(`Whoever says that nothing happened could not allow it again: ${outcome.why}.`);
    parts.tell(about, { type: "use_kept", approvalId: id, error });
    return false;
  }
  parts.tell(about, { type: "use_refunded", approvalId: id });
  return true;
}

/** A failover could forget it: nothing is built on that. */
export function demandReplicated({ approvalStore }: ApprovalParts, { replicated }: { replicated: boolean }): void {
  if (replicated) return;
  throw new Tier2Error("store_unavailable", `Store "${approvalStore.name}" has this on too few replicas.`);
}
