import type { FirstWrite, SwapCondition, Write } from "../store.js";
import type { Detail, Reason } from "../wire/reasons.js";

/** What `decide` answers: a swap with its guard, or the reason why there is nothing to write. */
export type Decision =
  | { readonly kind: "swap"; readonly write: Write; readonly condition: SwapCondition }
  /** The record is gone: the outcome of a finished operation is written anew rather than lost. */
  | { readonly kind: "insert"; readonly write: FirstWrite }
  /** This very attempt is already recorded: its reply had been lost. */
  | { readonly kind: "mine" }
  | { readonly kind: "replay"; readonly data: string }
  | {
      readonly kind: "refuse";
      readonly reason: Reason;
      readonly detail?: Detail;
      readonly retryAfterMs?: number;
    }
  /** Not for the wire: the command does not fit the record. */
  | { readonly kind: "reject"; readonly why: "not_claimed" | "still_running" | "already_settled" };

export const refuse = (reason: Reason, detail?: Detail, retryAfterMs?: number): Decision => ({
  kind: "refuse",
  reason,
  ...(detail !== undefined && { detail }),
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

export const reject = (why: "not_claimed" | "still_running" | "already_settled"): Decision => ({ kind: "reject", why });
