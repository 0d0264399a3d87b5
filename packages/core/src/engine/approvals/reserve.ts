import type { StoredApproval } from "../../approval/approval.js";
import type { Covered } from "../../approval/coverage.js";
import type { Unusable } from "../../approval/decision.js";
import type { ApprovalParts } from "./approval-parts.js";

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
  _parts: ApprovalParts,
  _id: string,
  _use: { readonly operationId: string } & Covered,
): Promise<Reserved> {
  throw new Error("not built yet");
}

/** Gives the use back, once, of an operation that did not happen. False: there was nothing to give back (any more). */
export async function refund(_parts: ApprovalParts, _id: string, _operationId: string): Promise<boolean> {
  throw new Error("not built yet");
}
