import { Tier2Error } from "@holdpoint/tier2-core";
import type { QueryPort } from "../query-port.js";
import { clashOf } from "../transactions/clash.js";
import { NotCommitted } from "../transactions/not-committed.js";
import type { Transactions } from "../transactions/transactions.js";
import { namedStatement } from "./named-statement.js";
import type { Preparing } from "./preparing.js";
import { isUnconfirmed, UnconfirmedCommit } from "./unconfirmed-commit.js";

interface Notice {
  readonly code?: string | undefined;
}

/** A `pg` Client, or what a Pool hands out. */
export interface PgConnection extends QueryPort {
  on(event: "notice", listener: (notice: Notice) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "notice", listener: (notice: Notice) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

interface PooledPgConnection extends PgConnection {
  release(error?: Error | boolean): void;
}

/** A `pg` Pool. */
export interface PgPool extends QueryPort {
  readonly totalCount: number;
  connect(taken: (error: Error | undefined, connection: PooledPgConnection | undefined) => void): void;
}

type NamedQuery = (statement: ReturnType<typeof namedStatement>) => ReturnType<QueryPort["query"]>;

/** Statements on one connection. While one is on its way, the connection's warnings and its end are listened to. */
export function connectionPort(connection: PgConnection, preparing?: Preparing): QueryPort {
  const plain: QueryPort["query"] = (text, values) => connection.query(text, values);
  const named: QueryPort["query"] = (text, values) =>
    (connection.query as unknown as NamedQuery).call(connection, namedStatement(text, values));
  return {
    async query(text, values) {
      let unconfirmed = false;
      const onNotice = (notice: Notice) => {
        unconfirmed ||= isUnconfirmed(notice);
      };
      // A connection that breaks also emits its error, and nobody listening would end the process.
      const onError = () => {};
      connection.on("notice", onNotice);
      connection.on("error", onError);
      try {
        const answer = await (preparing === undefined
          ? plain(text, values)
          : preparing.send({ named: () => named(text, values), plain: () => plain(text, values) }));
        if (unconfirmed) throw new UnconfirmedCommit();
        return answer;
      } finally {
        connection.off("notice", onNotice);
        connection.off("error", onError);
      }
    },
  };
}

/** Each statement on a connection of its own out of the pool, given back after it. */
export function poolPort(pool: PgPool, preparing: Preparing): QueryPort {
  return {
    query: (text, values) => onPooled(pool, (connection) => connectionPort(connection, preparing).query(text, values)),
  };
}

interface CheckedOut {
  readonly connection: PgConnection;
  /** A connection that broke, or failed at something, is not used again. */
  giveBack(failure?: Error): void;
}

/**
 * A connection out of the pool, its end listened to from the very moment at which the pool stops doing so: the server's
 * last word may stand behind the answer that made it ready, and with nobody listening it would end the process. So by the
 * callback: a promise would tell us a moment later.
 */
function checkOut(pool: PgPool): Promise<CheckedOut> {
  return new Promise((resolve, reject) => {
    pool.connect((error, connection) => {
      if (connection === undefined) return reject(error);
      let broken: Error | undefined;
      const onError = (error: Error) => {
        broken = error;
      };
      connection.on("error", onError);
      const giveBack = (failure?: Error) => {
        connection.off("error", onError);
        connection.release(failure ?? broken);
      };
      return resolve({ connection, giveBack });
    });
  });
}

async function onPooled<T>(pool: PgPool, work: (connection: PgConnection) => Promise<T>): Promise<T> {
  const { connection, giveBack } = await checkOut(pool);
  let failure: Error | undefined;
  try {
    return await work(connection);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    giveBack(failure);
  }
}

/** Each transaction on a connection of its own out of the pool. */
export const poolTransactions = (pool: PgPool): Transactions<PgConnection> => ({
  port: (connection) => connectionPort(connection),
  async run(work) {
    const { connection, giveBack } = await checkOut(pool);
    let failure: Error | undefined;
    try {
      return await onConnection(connection, work);
    } catch (error) {
      if (error instanceof NotRolledBack) {
        failure = error;
        throw error.cause;
      }
      if (isAbandoned(error)) failure = error;
      throw error;
    } finally {
      giveBack(failure);
    }
  },
});

/** Whoever kept the transaction waiting may go on to use it, and must not meet what another call does. */
const isAbandoned = (error: unknown): error is Tier2Error =>
  error instanceof Tier2Error && error.code === "store_unavailable" && clashOf(error) === undefined;

/** Transactions on this connection, which must do nothing else meanwhile. */
export const connectionTransactions = (connection: PgConnection): Transactions<PgConnection> => ({
  port: (connection) => connectionPort(connection),
  run: (work) =>
    onConnection(connection, work).catch((error: unknown) => {
      throw error instanceof NotRolledBack ? error.cause : error;
    }),
});

/** The connection can serve nobody else: it may still be inside the transaction. */
class NotRolledBack extends Error {}

async function onConnection<T>(connection: PgConnection, work: (connection: PgConnection) => Promise<T>): Promise<T> {
  const port = connectionPort(connection);
  await port.query("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", []);
  try {
    const result = await work(connection);
    await commit(connection);
    return result;
  } catch (cause) {
    // What failed first is what there is to tell.
    await port.query("ROLLBACK", []).catch(() => {
      throw new NotRolledBack("not rolled back", { cause });
    });
    throw cause;
  }
}

/** The warning at the end of a transaction that is over already. */
const noTransaction = "25P01";

async function commit(connection: PgConnection): Promise<void> {
  let wasOver = false;
  const onNotice = ({ code }: Notice) => {
    wasOver ||= code === noTransaction;
  };
  connection.on("notice", onNotice);
  try {
    const { command } = await connectionPort(connection).query("COMMIT", []);
    if (wasOver || command !== "COMMIT") throw new NotCommitted();
  } finally {
    connection.off("notice", onNotice);
  }
}
