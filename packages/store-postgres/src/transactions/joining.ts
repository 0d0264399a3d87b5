import type { Store, TransactionalStore, TransactionLimits } from "@holdpoint/tier2-core";
import { unavailable } from "../failure.js";
import type { QueryPort } from "../query-port.js";
import { Records, type Terms } from "../records.js";
import type { Statements } from "../statements.js";
import { clashOf } from "./clash.js";
import { demandCommitted } from "./not-committed.js";
import type { Transactions } from "./transactions.js";
import { asHandler } from "./watch.js";

interface Joined<Tx> {
  readonly transactions: Transactions<Tx>;
  readonly statements: Statements;
  /** What a record's history is made of, by its id or kind. */
  partsFor(id: string): string;
  /** Is the database fit? Rejects if not. */
  check(): Promise<void>;
  /** Where the server is asked whether a transaction was committed. Absent: the transactions see that themselves. */
  readonly outside?: QueryPort;
}

/** The largest number that Postgres takes for a time in milliseconds. */
const longestMs = 2 ** 31 - 1;

// The limits hold for this transaction alone. The one on idling is the server's own: it ends the transaction of a process
// that was stopped, which could not do so itself.
const enter = `WITH session AS MATERIALIZED (SELECT current_setting('lock_timeout') AS lock_timeout)
  SELECT lock_timeout, set_config('lock_timeout', $1::text, true),
    set_config('idle_in_transaction_session_timeout', $2::text, true), pg_current_xact_id()::text AS id FROM session`;
const waitAsBefore = "SELECT set_config('lock_timeout', $1::text, true)";

/** The part of the store that works inside an application's transactions. */
export function joining<Tx>({
  transactions,
  statements,
  partsFor,
  check,
  outside,
}: Joined<Tx>): Pick<TransactionalStore<Tx>, "transaction" | "clashOf"> {
  return {
    async transaction(work, limits) {
      await check();
      let value: Awaited<ReturnType<typeof work>> | undefined;
      let id = "";
      let wrote = false;
      const noting = async <T extends { readonly ok: boolean }>(answer: Promise<T>): Promise<T> => {
        wrote ||= (await answer).ok;
        return answer;
      };
      await transactions.run(async (tx) => {
        const port = transactions.port(tx);
        const session = await limit(port, limits);
        id = session.id;
        const store = storeOf(new Records(port, statements), partsFor);
        value = await work({
          tx,
          store: {
            ...store,
            insert: (...write) => noting(store.insert(...write)),
            swap: (...write) => noting(store.swap(...write)),
          },
          async handler(run) {
            wrote = true;
            await port.query(waitAsBefore, [session.lockTimeout]);
            return asHandler(run);
          },
        });
      });
      // What was only read needs no commit.
      if (wrote && outside !== undefined) await demandCommitted(outside, id);
      return value as Awaited<ReturnType<typeof work>>;
    },
    clashOf,
  };
}

/** @returns the lock_timeout of the session, and the transaction's own id. */
async function limit(port: QueryPort, { lockTimeoutMs, idleTimeoutMs }: TransactionLimits) {
  const times = [lockTimeoutMs, idleTimeoutMs].map((ms) => String(Math.min(ms, longestMs)));
  const { rows } = await port.query(enter, times);
  const { lock_timeout: lockTimeout, id } = rows[0] as { lock_timeout: unknown; id: unknown };
  return { lockTimeout: String(lockTimeout), id: String(id) };
}

/** Rejects as a store does. */
function storeOf(records: Records, partsFor: (id: string) => string): Store {
  // The transaction has a limit already. Durable, so that what is only read here is as certain as what is written.
  const terms = (id: string): Terms => ({ historyParts: partsFor(id), lockTimeoutMs: 0, durable: true });
  const guarded = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw unavailable(error);
    });
  return {
    name: "postgres",
    insert: (id, write) => guarded(records.insert(id, write, terms(id))),
    swap: (id, tag, write, condition) => guarded(records.swap(id, tag, write, condition, terms(id))),
    get: (id) => guarded(records.get(id, partsFor(id))),
    list: (kind, page) => guarded(records.list(kind, page, partsFor(kind))),
    sweep: (page) => guarded(records.sweep(page)),
  };
}
