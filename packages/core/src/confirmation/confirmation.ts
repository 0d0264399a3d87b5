/**
 * Terminology. A *confirmation* is the stored record of one proposed execution. Its *binding* says who may
 * confirm it, for which tool and params. A *claim* is the one attempt at execution that its token ever gets.
 * *Expired* and *in doubt* are views, derived on reading; no write has to happen in time for them to be true.
 */

export type Status = "pending" | "in_flight" | "completed" | "not_executed" | "failed";

/** The three digests that a confirm call must match; each has a fixed length, so joining them is unambiguous. */
export interface Binding {
  readonly owner: string;
  readonly tool: string;
  readonly params: string;
}

interface Bound {
  readonly binding: Binding;
}

interface Claimed extends Bound {
  readonly claim: string;
  /** Wall clock of the claiming process: told to people and to `reconcile`, never judged. */
  readonly claimedAtMs: number;
}

export type ConfirmationState =
  | (Bound & { readonly status: "pending" })
  | (Claimed & { readonly status: "in_flight" })
  | (Claimed & {
      readonly status: "completed" | "not_executed" | "failed";
      /** Who reported the outcome. */
      readonly by: "claim" | "reconcile";
      /** The claim completed after `reconcile` had said `not_executed`. */
      readonly contradicted?: true;
    });

/** A confirmation with the store's clock and history: everything a decision may look at. */
export interface Confirmation {
  readonly tag: string;
  readonly state: ConfirmationState;
  /** The recorded answer; null if there is none or it is no longer kept. */
  readonly data: string | null;
  readonly deadlineMs: number;
  readonly nowMs: number;
  readonly historyCurrent: boolean;
}

export const isPast = (confirmation: Pick<Confirmation, "nowMs" | "deadlineMs">): boolean =>
  confirmation.nowMs >= confirmation.deadlineMs;

/** The tag of a pending confirmation is its whole binding, so that the compare-and-set itself enforces it. */
export function tagOf(state: ConfirmationState): string {
  switch (state.status) {
    case "pending":
      return ["pending", state.binding.owner, state.binding.tool, state.binding.params].join(" ");
    case "in_flight":
      return `in_flight ${state.claim}`;
    default:
      return [state.status, state.contradicted ? "contradicted" : state.by, state.claim].join(" ");
  }
}
