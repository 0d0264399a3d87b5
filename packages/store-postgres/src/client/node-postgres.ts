import type { QueryPort } from "../query-port.js";
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
  connect(): Promise<PooledPgConnection>;
}

/** Statements on one connection. While one is on its way, the connection's warnings and its end are listened to. */
export function connectionPort(connection: PgConnection): QueryPort {
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
        const answer = await connection.query(text, values);
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
export function poolPort(pool: PgPool): QueryPort {
  return {
    query: (text, values) => onPooled(pool, (connection) => connectionPort(connection).query(text, values)),
  };
}

/** A connection on which something failed is not used again. */
async function onPooled<T>(pool: PgPool, work: (connection: PgConnection) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  let failure: Error | undefined;
  const onError = (error: Error) => {
    failure = error;
  };
  connection.on("error", onError);
  try {
    return await work(connection);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    connection.off("error", onError);
    connection.release(failure);
  }
}

/** One transaction on one connection of the pool. */
export function poolTransaction<T>(pool: PgPool, work: (port: QueryPort) => Promise<T>): Promise<T> {
  return onPooled(pool, (connection) => connectionTransaction(connection, work));
}

/** One transaction on this connection, which must do nothing else meanwhile. */
export async function connectionTransaction<T>(
  connection: PgConnection,
  work: (port: QueryPort) => Promise<T>,
): Promise<T> {
  const port = connectionPort(connection);
  await port.query("BEGIN ISOLATION LEVEL READ COMMITTED", []);
  try {
    const result = await work(port);
    await port.query("COMMIT", []);
    return result;
  } catch (error) {
    await port.query("ROLLBACK", []).catch(() => {}); // what failed first is what there is to tell
    throw error;
  }
}
