import { Tier2Error } from "../errors.js";
import type { Store } from "../store.js";
import type { Transaction, TransactionalStore, TransactionLimits } from "../transactional-store.js";
import { guardedStore } from "./guarded-store.js";
import type { Parts } from "./parts.js";

/** How a transaction ended, and so what is known of its effect. */
export type TransactionEnd<T> =
  | { readonly kind: "committed"; readonly value: T }
  /** `unknown`: the commit may or may not have happened. `never_began`: its work was not started, and will not be. */
  | { readonly kind: "rolled_back" | "unknown" | "never_began"; readonly error: unknown };

type Stage = "beginning" | "working" | "rolling_back" | "committing";

/** What it means that a transaction failed, or fell silent, at each stage. A commit is sent only after the work is done. */
const failedAt = {
  beginning: "never_began",
  working: "rolled_back",
  rolling_back: "rolled_back",
  committing: "unknown",
} as const satisfies Record<Stage, TransactionEnd<never>["kind"]>;

/**
 * Runs the work in a transaction. Begin, rollback and commit are each waited for no longer than a silent store; the work
 * itself takes the time it takes. Never rejects.
 */
export function runTransaction<Tx, T>(
  { platform, storeTimeoutMs }: Pick<Parts, "platform" | "storeTimeoutMs">,
  store: TransactionalStore<Tx>,
  limits: TransactionLimits,
  work: (transaction: Transaction<Tx>) => Promise<T>,
): Promise<TransactionEnd<T>> {
  return new Promise((resolve) => {
    let stage: Stage = "beginning";
    let over = false;
    let failure: unknown;
    let cancel = () => {};

    const end = (how: TransactionEnd<T>) => {
      over = true;
      cancel();
      resolve(how);
    };
    /** What the work itself threw says more than what the client made of it. */
    const fail = (error: unknown) => end({ kind: failedAt[stage], error: stage === "rolling_back" ? failure : error });
    const enter = (next: Stage) => {
      stage = next;
      cancel();
      if (stage === "working") return;
      cancel = platform.after(storeTimeoutMs, () => fail(unavailable(store, `was silent for ${storeTimeoutMs} ms`)));
    };

    async function once(transaction: Transaction<Tx>): Promise<T> {
      // It began too late, or a second time: its caller has been told how it ended.
      if (over || stage !== "beginning") throw unavailable(store, "began a transaction that nobody waits for");
      enter("working");
      try {
        const value = await work({
          tx: transaction.tx,
          store: guardedStore(
            until(() => over || stage !== "working", transaction.store),
            platform,
            limits.lockTimeoutMs + storeTimeoutMs,
          ),
          handler: (run) => transaction.handler(run),
        });
        if (over) throw unavailable(store, "ended the transaction before its work");
        enter("committing");
        return value;
      } catch (error) {
        failure = error;
        if (!over) enter("rolling_back");
        throw error;
      }
    }

    enter("beginning");
    const committed = (value: T) => {
      if (stage === "committing") return end({ kind: "committed", value });
      const error = unavailable(store, "resolved a transaction whose work had not ended well");
      end({ kind: stage === "beginning" ? "never_began" : "unknown", error });
    };
    Promise.resolve()
      .then(() => store.transaction(once, limits))
      .then(committed, fail);
  });
}

/** Drivers differ in what they do with a statement for a transaction that they know is gone: one ends the process. */
function until(isOver: () => boolean, store: Store): Store {
  const open =
    <Args extends unknown[], Answer>(method: (...args: Args) => Promise<Answer>) =>
    (...args: Args): Promise<Answer> =>
      isOver() ? Promise.reject(unavailable(store, "has ended the transaction")) : method.apply(store, args);
  const { name, insert, swap, get, list, sweep } = store;
  return { name, insert: open(insert), swap: open(swap), get: open(get), list: open(list), sweep: open(sweep) };
}

const unavailable = ({ name }: { name: string }, problem: string) =>
  new Tier2Error("store_unavailable", `Store "${name}" ${problem}.`);
