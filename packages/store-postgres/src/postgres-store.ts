import { type Store, Tier2Error } from "@holdpoint/tier2-core";
import { connected, type PostgresClient } from "./client/postgres-client.js";
import { unavailable } from "./failure.js";
import { type HistoryPart, historyPartsOf } from "./history.js";
import { Records, type Terms } from "./records.js";
import { defaultSchema } from "./schema-name.js";
import { startCheck } from "./start-check.js";
import { statementsFor } from "./statements.js";

export interface PostgresStoreOptions {
  /** Yours: this store opens no connection of its own and ends none. A Pool, unless it is a script. */
  readonly client: PostgresClient;
  /** Where `migrate` has put the tables. Default `holdpoint`. */
  readonly schema?: string;
  /**
   * What the server's history is known by; a record last written under another one cannot be consumed any more. Default:
   * all three parts. All processes must choose alike. `"unchecked"` goes without: after a crash, failover or restore that
   * lost writes, a used token could then be used again.
   */
  readonly history?: readonly HistoryPart[] | "unchecked";
  /** The longest wait for a record that another transaction holds, in ms, where the connection has no lock_timeout. */
  readonly lockTimeoutMs?: number;
}

/** A store in Postgres. */
export interface PostgresStore extends Store {
  /**
   * Looks whether the database is fit: a primary, READ COMMITTED, migrated, its history readable. Optional: otherwise the
   * first call does it. Call it at start-up to hear at once what is wrong.
   *
   * @throws Tier2Error `invalid_setup` with what to do; `store_unavailable` if the database cannot be reached.
   */
  connect(): Promise<void>;
}

const defaultLockTimeoutMs = 5_000;

/**
 * Keeps records in your Postgres, through your client, one statement and one round trip for each of its methods. A loser
 * of a race gets the record that won. Every method rejects only with Tier2Error `store_unavailable`.
 *
 * @throws Tier2Error `invalid_setup` for an option that cannot work. Nothing is sent before the first call.
 */
export function postgresStore(options: PostgresStoreOptions): PostgresStore {
  const { client, schema = defaultSchema, lockTimeoutMs = defaultLockTimeoutMs } = options;
  const history = historyPartsOf(options.history);
  const { port, texts } = connected(client);
  const records = new Records(port, statementsFor(schema, texts));
  const terms: Terms = { historyParts: history.join(" "), lockTimeoutMs, durable: false };

  let ready: Promise<void> | undefined;
  const check = () => {
    ready ??= startCheck({ port, records, schema, history }).catch((error: unknown) => {
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
  return {
    name: "postgres",
    connect: () =>
      check().catch((error: unknown) => {
        throw error instanceof Tier2Error ? error : unavailable(error);
      }),
    insert: (id, write) => guarded(() => records.insert(id, write, terms)),
    swap: (id, tag, write, condition) => guarded(() => records.swap(id, tag, write, condition, terms)),
    get: (id) => guarded(() => records.get(id, terms)),
    list: (kind, page) => guarded(() => records.list(kind, page, terms)),
    sweep: (page) => guarded(() => records.sweep(page)),
  };
}
