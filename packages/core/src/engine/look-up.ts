import { readConfirmation } from "../confirmation/read.js";
import { isTier2Error } from "../errors.js";
import type { StoredRecord } from "../store.js";
import type { TransactionLimits } from "../transactional-store.js";
import { completionPausesMs } from "./execute.js";
import { pause } from "./pause.js";
import { runTransaction } from "./run-transaction.js";
import { transition } from "./transition.js";
import type { Attempt, Operation, Within } from "./within-transaction.js";

export type LookedUp =
  /** This attempt was committed, with this answer. */
  | { readonly kind: "mine"; readonly data: string }
  | Extract<Within, { kind: "standing" }>
  /** The token is still unused, so it was rolled back. */
  | { readonly kind: "unused" }
  | { readonly kind: "unknown" };

/** Ends a look-up that could have taken the token. */
class Unused extends Error {}

/**
 * After a commit whose answer never came: what became of it. Asked by consuming on another connection and taking it back:
 * unlike a reading, that waits until the lost transaction has ended, one way or the other.
 */
export async function lookUp(
  { parts, store: transactional, claim: { id, binding, claimedAtMs } }: Operation,
  attempt: Attempt,
  limits: TransactionLimits,
): Promise<LookedUp> {
  for (const pauseMs of [0, ...completionPausesMs]) {
    await pause(parts.platform, pauseMs);
    const claim = parts.platform.randomText();
    const end = await runTransaction<unknown, LookedUp>(parts, transactional, limits, async ({ store }) => {
      const consume = { type: "consume", binding, claim, claimedAtMs } as const;
      const found = await transition({ ...parts, store }, id, consume, []);
      if (found.kind === "done") throw new Unused();
      if (found.kind !== "replay") return { kind: "standing", found };
      const isMine = claimIn(await store.get(id)) === attempt.claim;
      return isMine ? { kind: "mine", data: found.data } : { kind: "standing", found };
    });
    if (end.kind === "committed") return end.value;
    if (end.error instanceof Unused) return { kind: "unused" };
    if (transactional.clashOf(end.error) === "lock_timeout") break;
    if (isTier2Error(end.error) && end.error.code !== "store_unavailable") throw end.error;
  }
  return { kind: "unknown" };
}

function claimIn(record: StoredRecord | null): string | undefined {
  const state = record && readConfirmation(record).state;
  return state === null || state.status === "pending" ? undefined : state.claim;
}
