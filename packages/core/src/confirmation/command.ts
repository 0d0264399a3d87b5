import type { Binding, Confirmation } from "./confirmation.js";
import { tagOf } from "./confirmation.js";

export interface Consume {
  readonly type: "consume";
  readonly binding: Binding;
  /** Made before the attempt, so that an attempt whose reply was lost recognises itself. */
  readonly claim: string;
  readonly claimedAtMs: number;
}

export interface Renew {
  readonly type: "renew";
  readonly binding: Binding;
  readonly claim: string;
  readonly claimedAtMs: number;
}

/** What the holder of the claim reports. */
export interface Complete {
  readonly type: "complete";
  readonly binding: Binding;
  readonly claim: string;
  readonly claimedAtMs: number;
  readonly outcome: "completed" | "not_executed" | "failed";
  readonly data: string;
}

/** What the system of record, or a person, reports about a claim that went silent. */
export interface Settle {
  readonly type: "settle";
  readonly outcome: "completed" | "not_executed";
  readonly data: string;
}

export type Command = Consume | Renew | Complete | Settle;

/**
 * The confirmation a caller of this command expects to stand in the store. Deciding on it gives a swap that
 * needs no read: one round trip when the expectation holds, and a refusal with the truth when it does not.
 */
export function expected(command: Consume | Renew | Complete): Confirmation {
  const { binding, claim, claimedAtMs } = command;
  const state =
    command.type === "consume"
      ? ({ status: "pending", binding } as const)
      : ({ status: "in_flight", binding, claim, claimedAtMs } as const);
  return { tag: tagOf(state), state, data: null, deadlineMs: 1, nowMs: 0, historyCurrent: true };
}
