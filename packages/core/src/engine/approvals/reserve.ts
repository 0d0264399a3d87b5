import type { StoredApproval } from "../../approval/approval.js";
import type { Covered } from "../../approval/coverage.js";
import type { Unusable } from "../../approval/decision.js";
import { Tier2Error } from "../../errors.js";
import type { ApprovalParts } from "./approval-parts.js";
import { transition } from "./transition.js";

/** A handler that is let through by a grant starts within this time of `sentAtMs`, or not at all: a revoke waits as long. */
export const startWithinMs = 1000;

export type Reserved =
  | {
      readonly ok: true;
      readonly approval: StoredApproval;
      /** Monotonic clock of this process before anything was sent. */
      readonly sentAtMs: number;
    }
  /** `approval` absent: there is none (any more). */
  | { readonly ok: false; readonly why: Unusable; readonly approval?: StoredApproval };

/** May the handler still start? Asked synchronously, with nothing awaited between this and the start. */
export const isInTimeToStart = (parts: Pick<ApprovalParts, "platform">, { sentAtMs }: { sentAtMs: number }): boolean =>
  parts.platform.monotonicMs() - sentAtMs < startWithinMs;

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
  // Before the grant is read, not before it is written: whatever is read now may be revoked from now on.
  const sentAtMs = parts.platform.monotonicMs();
  const outcome = await transition(parts, id, { type: "reserve", operationId, use });
  const { approval } = outcome;
  if (outcome.kind === "refuse" || approval === null) {
    const why = outcome.kind === "refuse" ? (outcome.why as Unusable) : "not_found";
    return { ok: false, why, ...(approval && { approval }) };
  }
  if (outcome.kind === "done") demandReplicated(parts, outcome);
  return { ok: true, approval, sentAtMs };
}

/** Gives the use back, once, of an operation that did not happen. False: there was nothing to give back (any more). */
export async function refund(parts: ApprovalParts, id: string, operationId: string): Promise<boolean> {
  const outcome = await transition(parts, id, { type: "refund", operationId });
  if (outcome.kind !== "done") return false;
  const { tool, requester } = outcome.approval.request;
  parts.tell({ tool, requester, operationId }, { type: "use_refunded", approvalId: id });
  return true;
}

/** A failover could forget it: nothing is built on that. */
export function demandReplicated({ approvalStore }: ApprovalParts, { replicated }: { replicated: boolean }): void {
  if (replicated) return;
  throw new Tier2Error("store_unavailable", `Store "${approvalStore.name}" has this on too few replicas.`);
}
