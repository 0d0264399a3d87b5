import { Tier2Error, type TransactionalStore } from "@holdpoint/tier2-core";
import { connected, type PostgresClient, type TransactionOf } from "./client/postgres-client.js";
import type { Warnings } from "./client/warnings.js";
import { Debt } from "./debt.js";
import { unavailable } from "./failure.js";
import { type HistoryPart, historyPartsFor, historyPartsOf } from "./history.js";
import { Records, type Terms } from "./records.js";
import { defaultSchema } from "./schema-name.js";
import { startCheck } from "./start-check.js";
import { statementsFor } from "./statements.js";
import { joining } from "./transactions/joining.js";
import { outliveConnections } from "./transactions/outlive-connections.js";
import type { Transactions } from "./transactions/transactions.js";
import { watch } from "./transactions/watch.js";

export interface PostgresStoreOptions<Client extends PostgresClient = PostgresClient> {
  /** Yours: this store opens no connection of its own and ends none. A Pool, unless it is a script. */
  readonly client: Client;
  /** Where `migrate` has put the tables. Default `holdpoint`. */
  readonly schema?: string;
  /**
   * What the server's history is known by; a record last written under another one cannot be consumed any more. Default:
   * all three parts; of approvals all but `start`, so that a restart leaves them as they are. All processes must choose
   * alike. `"unchecked"` goes without: after a crash, failover or restore that
   * lost writes, a used token could then be used again.
   */
  readonly history?: readonly HistoryPart[] | "unchecked";
  /** For `postgres` with synchronous standbys: what its `onnotice` was given. The other clients show their warnings. */
  readonly warnings?: Warnings;
  /**
   * Whether `pg` prepares the statements of this store by name, once per connection: about half the work for the server.
   * Default true. Behind a pooler in transaction mode that loses them the server says so before it runs anything, and the
   * store goes on without; `false` saves it from finding out. (`postgres` has an option `prepare` of its own: it is obeyed.)
   */
  readonly prepare?: boolean;
  /** The longest wait for a record that another transaction holds, in ms, where the connection has no lock_timeout. */
  readonly lockTimeoutMs?: number;
  /**
   * Whether a handler that uses `client` beside its transaction fails. Default: true, unless NODE_ENV is "production". The
   * `sql` of postgres cannot be watched.
   */
  readonly watchHandlers?: boolean;
}

/** With the transactions of a mapper on the same database, whose transaction object the handlers then get. */
export interface JoinedPostgresStoreOptions<Tx> extends PostgresStoreOptions {
  readonly transactions: Transactions<Tx>;
}

/** A store in Postgres. Its transactions are those of the client it was given. */
export interface PostgresStore<Tx = unknown> extends TransactionalStore<Tx> {
  /**
   * Looks whether the database is fit: a primary, READ COMMITTED, migrated, its history readable. The first call of any
   * other method does so too, and rejects with `store_unavailable` until all is well. Call it at start-up: it alone tells
   * what is wrong.
   *
   * @throws Tier2Error `invalid_setup`, telling what is wrong and what to do; `store_unavailable` if it cannot be asked.
   */
  checkSetup(): Promise<void>;
}

const defaultLockTimeoutMs = 5_000;

const refused: Transactions<never> = {
  run: async () => {
    throw new Tier2Error(
      "invalid_setup",
      "A tool with `transaction` needs a store on a Pool: on a single Client, calls would meet in one transaction.",
    );
  },
  port: (tx) => tx,
};

/**
 * Keeps records in your Postgres, through your client, one statement and one round trip for each of its methods. A loser
 * of a race gets the record that won. Every method rejects only with Tier2Error `store_unavailable`.
 *
 * @throws Tier2Error `invalid_setup` for an option that cannot work. Nothing is sent before the first call.
 */
export function postgresStore<Tx>(options: JoinedPostgresStoreOptions<Tx>): PostgresStore<Tx>;
export function postgresStore<Client extends PostgresClient>(
  options: PostgresStoreOptions<Client>,
): PostgresStore<TransactionOf<Client>>;
export function postgresStore(
  options: PostgresStoreOptions & Partial<JoinedPostgresStoreOptions<unknown>>,
): PostgresStore {
  const { client, schema = defaultSchema, lockTimeoutMs = defaultLockTimeoutMs } = options;
  const history = historyPartsOf(options.history);
  const { port, texts, prepares, warnings, transactions, commits, isSingle } = connected(client, options);
  const statements = statementsFor(schema, texts);
  const records = new Records(port, statements, prepares);
  const partsFor = historyPartsFor(history);
  const terms = (id: string, durable: boolean): Terms => ({ historyParts: partsFor(id), lockTimeoutMs, durable });
  const debt = new Debt();

  let ready: Promise<void> | undefined;
  const check = () => {
    ready ??= startCheck({ port, records, schema, history, warnings }).catch((error: unknown) => {
      ready = undefined; // what was wrong may be mended by the next call
      throw error;
    });
    return ready;
  };
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      await check();
      return await work();
    } catch (error) {
      throw unavailable(error);
    }
  };
  if (options.watchHandlers ?? process.env.NODE_ENV !== "production") watch(client);
  if (options.transactions !== undefined) outliveConnections(client);
  const joined = options.transactions ?? (isSingle ? refused : transactions);
  const asks = commits === "unseen" || options.transactions !== undefined;
  return {
    name: "postgres",
    ...joining({ transactions: joined, statements, partsFor, check, ...(asks && { outside: port }) }),
    checkSetup: () =>
      check().catch((error: unknown) => {
        throw error instanceof Tier2Error ? error : unavailable(error);
      }),
    insert: (id, write) => guarded(() => debt.settle((durable) => records.insert(id, write, terms(id, durable)))),
    swap: (id, tag, write, condition) =>
      guarded(() => debt.settle((durable) => records.swap(id, tag, write, condition, terms(id, durable)))),
    get: (id) => guarded(() => records.get(id, partsFor(id))),
    list: (kind, page) => guarded(() => records.list(kind, page, partsFor(kind))),
    sweep: (page) => guarded(() => records.sweep(page)),
  };
}
