import { Tier2Error } from "@holdpoint/tier2-core";
import type { QueryPort } from "../query-port.js";
import type { Texts } from "../statements.js";
import {
  connectionPort,
  connectionTransaction,
  type PgConnection,
  type PgPool,
  poolPort,
  poolTransaction,
} from "./node-postgres.js";
import { type Lite, liteTransaction } from "./pglite.js";
import { type PostgresJs, postgresJsPort, postgresJsTransaction } from "./postgres-js.js";

/** A `pg` Pool or Client, the `sql` of `postgres`, or a PGlite. */
export type PostgresClient = PgPool | PgConnection | PostgresJs | Lite;

/** A client as this package uses it: single statements, and a transaction of several. */
export interface Connected {
  readonly port: QueryPort;
  readonly texts: Texts;
  transaction<T>(work: (port: QueryPort) => Promise<T>): Promise<T>;
}

/** @throws Tier2Error `invalid_setup` if it is none of the clients that are known. */
export function connected(client: PostgresClient): Connected {
  if (isPostgresJs(client)) {
    return {
      port: postgresJsPort(client),
      texts: "as text",
      transaction: (work) => postgresJsTransaction(client, work),
    };
  }
  if (isPool(client)) {
    return { port: poolPort(client), texts: "as text", transaction: (work) => poolTransaction(client, work) };
  }
  if (isConnection(client)) {
    return {
      port: connectionPort(client),
      texts: "as text",
      transaction: (work) => connectionTransaction(client, work),
    };
  }
  if (isLite(client)) {
    return { port: client, texts: "as bytes", transaction: (work) => liteTransaction(client, work) };
  }
  throw new Tier2Error(
    "invalid_setup",
    "postgresStore needs `client`: a Pool or Client of pg, the sql of postgres, or a PGlite.",
  );
}

const has = (value: unknown, ...members: string[]): boolean =>
  ((typeof value === "object" && value !== null) || typeof value === "function") &&
  members.every((member) => member in value);

const isPostgresJs = (client: PostgresClient): client is PostgresJs =>
  typeof client === "function" && has(client, "unsafe", "begin");
const isPool = (client: PostgresClient): client is PgPool => has(client, "query", "connect", "totalCount");
const isConnection = (client: PostgresClient): client is PgConnection => has(client, "query", "on", "off", "connect");
const isLite = (client: PostgresClient): client is Lite => has(client, "query", "transaction");
