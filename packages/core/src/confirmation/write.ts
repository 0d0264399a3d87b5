import type { FirstWrite, Write } from "../store.js";
import type { Complete, Settle } from "./command.js";
import { type Binding, type ConfirmationState, tagOf } from "./confirmation.js";
import type { Times } from "./times.js";

type Ended = Extract<ConfirmationState, { status: Complete["outcome"] }>;

const formatVersion = 1;

const textOf = (state: ConfirmationState): string => JSON.stringify({ v: formatVersion, ...state });

// Members are listed one by one: a literal that goes on after a spread takes V8 a hundred times as long, and these are
// written on every call.

/** A new token: confirmable for the TTL. The record outlives it, so that a late confirm hears `expired`. */
export function pendingWrite(binding: Binding, body: string, times: Times): FirstWrite {
  const state = { status: "pending", binding } as const;
  return {
    tag: tagOf(state),
    state: textOf(state),
    body,
    deadlineInMs: times.ttlMs,
    payloadForMs: times.ttlMs * 2,
    recordForMs: times.ttlMs + times.tombstoneMs,
    listed: false,
  };
}

/** A claim, or its renewal: kept until it is settled, whatever happens, and listed so that a sweeper finds it. */
export function claimWrite(state: Extract<ConfirmationState, { status: "in_flight" }>, times: Times): Write {
  return {
    tag: tagOf(state),
    state: textOf(state),
    deadlineInMs: times.leaseMs,
    payloadForMs: null,
    recordForMs: null,
    listed: true,
  };
}

/** An outcome: its answer is replayed until the deadline, then a tombstone stays. */
export function endWrite(state: Ended, data: string, times: Times): Write {
  return {
    tag: tagOf(state),
    state: textOf(state),
    data,
    deadlineInMs: times.retentionMs,
    payloadForMs: times.retentionMs,
    recordForMs: times.retentionMs + times.tombstoneMs,
    listed: false,
  };
}

export function endedState(
  command: Complete | Settle,
  claim: { binding: Binding; claim: string; claimedAtMs: number },
): Ended {
  return {
    status: command.outcome,
    by: command.type === "settle" ? "reconcile" : "claim",
    binding: claim.binding,
    claim: claim.claim,
    claimedAtMs: claim.claimedAtMs,
  };
}
