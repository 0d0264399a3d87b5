import { type Command, expected } from "../confirmation/command.js";
import type { Confirmation } from "../confirmation/confirmation.js";
import type { Decision } from "../confirmation/decision.js";
import { decide } from "../confirmation/machine.js";
import { readConfirmation } from "../confirmation/read.js";
import type { Times } from "../confirmation/times.js";
import { isTier2Error, Tier2Error } from "../errors.js";
import type { Platform } from "../ports.js";
import type { Store, StoredRecord } from "../store.js";
import { pause } from "./pause.js";

export type Transition =
  /** Written by this attempt, or by an earlier attempt of the same claim whose reply was lost. */
  | { readonly kind: "done"; readonly record: StoredRecord; readonly replicated: boolean }
  | Extract<Decision, { kind: "replay" | "refuse" | "reject" }>;

interface Ports {
  readonly store: Store;
  readonly platform: Platform;
  readonly times: Times;
}

/** Pauses before an attempt is repeated. The outcome of the last one was unknown; the same tag makes repeating safe. */
const retryPausesMs = [20, 100] as const;
const maxRounds = 100;

/**
 * The one loop of the engine: decide on what is believed, swap, and on refusal decide again on the record that
 * came back. A settle believes nothing and reads first.
 *
 * The loop of approvals stands by itself (`approvals/transition.ts`): that one always reads first, since its tag is a digest
 * of a state that nobody can foresee; it recognises its own lost write by that tag where this one asks the machine ("mine");
 * and a decision there may only bring the record up to date. One loop for both would be these differences as options.
 *
 * @throws Tier2Error `store_unavailable` when the store stays away: the outcome is then unknown.
 */
export async function transition(
  ports: Ports,
  id: string,
  command: Command,
  pausesMs: readonly number[] = retryPausesMs,
): Promise<Transition> {
  const attempt = <T>(work: () => Promise<T>) => repeated(ports.platform, pausesMs, work);
  let record: StoredRecord | null = null;
  let replicated = true;
  let believed: Confirmation | null;
  if (command.type === "settle") {
    record = await attempt(() => ports.store.get(id));
    believed = record && readConfirmation(record);
  } else {
    believed = expected(command);
  }
  for (let round = 0; round < maxRounds; round += 1) {
    const tag: string | undefined = believed?.tag;
    const decision = decide(believed, command, ports.times);
    switch (decision.kind) {
      case "swap": {
        const swap = await attempt(() => ports.store.swap(id, tag as string, decision.write, decision.condition));
        replicated = swap.replicated ?? true;
        if (swap.ok) return { kind: "done", record: swap.record, replicated };
        record = swap.record;
        break;
      }
      case "insert": {
        const insert = await attempt(() => ports.store.insert(id, decision.write));
        if (insert.ok) return { kind: "done", record: insert.record, replicated };
        record = insert.record;
        break;
      }
      case "mine":
        // Only a record that the store returned is recognised as one's own, so there is one.
        return { kind: "done", record: record as StoredRecord, replicated };
      default:
        return decision;
    }
    believed = record && readConfirmation(record);
  }
  throw new Tier2Error(
    "store_contradiction",
    `Store "${ports.store.name}" refused ${maxRounds} swaps that its own answers allow.`,
  );
}

/** Repeats what ended with an unknown outcome, with the same tag, after each of the pauses. */
export async function repeated<T>(platform: Platform, pausesMs: readonly number[], work: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!isTier2Error(error, "store_unavailable")) throw error;
      await pause(platform, pauseMs);
    }
  }
  return work();
}
