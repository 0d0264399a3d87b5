import { Tier2Error } from "@holdpoint/tier2-core";
import type { QueryPort } from "../query-port.js";
import type { Texts } from "../statements.js";
import type { Transactions } from "../transactions/transactions.js";
import {
  connectionPort,
  connectionTransactions,
  type PgConnection,
  type PgPool,
  poolPort,
  poolTransactions,
} from "./node-postgres.js";
import { type Lite, liteTransactions } from "./pglite.js";
import { isPreparing, type PostgresJs, postgresJsPort, postgresJsTransactions } from "./postgres-js.js";
import { Preparing } from "./preparing.js";
import { heedingPort, heedingTransactions, type Warnings } from "./warnings.js";

/** A `pg` Pool or Client, the `sql` of `postgres`, or a PGlite. */
export type PostgresClient = PgPool | PgConnection | PostgresJs | Lite;

/** What such a client gives for a transaction: a pool's connection, or the client's own transaction object. */
export type TransactionOf<Client> = Client extends {
  totalCount: number;
  connect: { (): Promise<infer Connection>; (callback: never): void };
}
  ? Connection
  : Client extends { begin: (options: never, work: (tx: infer Tx) => never) => unknown }
    ? Tx
    : Client extends { transaction(work: (tx: infer Tx) => never): unknown }
      ? Tx
      : never;

/** A client as this package uses it: single statements, and transactions of several. */
export interface Connected {
  readonly port: QueryPort;
  readonly texts: Texts;
  /** Does the server parse and plan a statement of the port only once, at present? */
  readonly prepares: () => boolean;
  /** Does the port hear the server's warnings? */
  readonly warnings: "heard" | "unheard";
  readonly transactions: Transactions<unknown>;
  /** Do its transactions see themselves whether they were committed? If not, the server is asked. */
  readonly commits: "seen" | "unseen";
  /** One connection for everybody: the statements of other calls would be caught in a transaction. */
  readonly isSingle?: true;
}

/** @throws Tier2Error `invalid_setup` if it is none of the clients that are known. */
export function connected(
  client: PostgresClient,
  { warnings, prepare = true }: { warnings?: Warnings | undefined; prepare?: boolean | undefined } = {},
): Connected {
  if (isPostgresJs(client)) {
    const port = postgresJsPort(client);
    const transactions = postgresJsTransactions(client);
    const prepares = () => isPreparing(client);
    if (warnings === undefined) {
      return { port, texts: "as text", prepares, warnings: "unheard", transactions, commits: "unseen" };
    }
    return {
      prepares,
      port: heedingPort(port, warnings),
      texts: "as text",
      warnings: "heard",
      transactions: heedingTransactions(transactions, warnings),
      commits: "unseen",
    };
  }
  const preparing = new Preparing(prepare);
  const prepares = () => preparing.isOn;
  if (isPool(client)) {
    return {
      port: poolPort(client, preparing),
      prepares,
      texts: "as text",
      warnings: "heard",
      transactions: poolTransactions(client),
      commits: "seen",
    };
  }
  if (isConnection(client)) {
    const transactions = connectionTransactions(client);
    return {
      port: connectionPort(client, preparing),
      prepares,
      texts: "as text",
      warnings: "heard",
      transactions,
      commits: "seen",
      isSingle: true,
    };
  }
  if (isLite(client)) {
    // It has no standbys to warn of.
    const transactions = liteTransactions(client);
    const prepares = () => false;
    return { port: client, texts: "as bytes", prepares, warnings: "heard", transactions, commits: "unseen" };
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
