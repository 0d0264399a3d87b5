import { PGlite } from "@electric-sql/pglite";
import { sql as drizzleSql } from "drizzle-orm";
import { drizzle as drizzleOnPg } from "drizzle-orm/node-postgres";
import { drizzle as drizzleOnLite } from "drizzle-orm/pglite";
import { drizzle as drizzleOnPostgresJs } from "drizzle-orm/postgres-js";
import { CamelCasePlugin, CompiledQuery, Kysely, sql as kyselySql, PostgresDialect, type Transaction } from "kysely";
import type pg from "pg";
import type postgres from "postgres";
import {
  drizzleTransactions,
  kyselyTransactions,
  migrate,
  type PostgresStore,
  type PostgresStoreOptions,
  postgresStore,
} from "../../../src/index.js";
import { newSchema, type Opened, openPool, openPostgresJs } from "../../support/clients.js";

/** A client with its store, and how a handler writes its effect through the `tx` that it is given. */
export interface Opening {
  readonly opened: Opened;
  readonly store: PostgresStore<never>;
  insert(tx: never, effect: string): Promise<unknown>;
}

interface OpenOptions extends Pick<PostgresStoreOptions, "watchHandlers" | "history"> {
  readonly max?: number;
  /** Only for postgres: without it a statement is sent as text each time. */
  readonly prepare?: boolean;
}

type Open = (url: string, options?: OpenOptions) => Promise<Opening>;

const table = (schema: string) => `"${schema}".effect`;

function opening<Tx>(opened: Opened, store: PostgresStore<Tx>, insert: (tx: Tx, effect: string) => Promise<unknown>) {
  return { opened, store: store as PostgresStore<never>, insert: insert as Opening["insert"] };
}

let lite: Promise<PGlite> | undefined;

/** One PGlite for all tests of a file, which takes seconds to come up, and a schema for each. */
async function sharedLite(): Promise<Opened> {
  lite ??= PGlite.create();
  const client = await lite;
  const schema = newSchema();
  await migrate({ client, schema });
  return {
    client,
    schema,
    run: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    end: async () => {},
  };
}

export const onPg: Open = async (url, { max, ...options } = {}) => {
  const opened = await openPool(url, max === undefined ? {} : { max });
  const client = opened.client as pg.Pool;
  const store = postgresStore({ client, schema: opened.schema, ...options });
  return opening(opened, store, (tx, effect) => tx.query(`insert into ${table(opened.schema)} values ($1)`, [effect]));
};

export const onPostgresJs: Open = async (url, { max: _any, prepare = true, ...options } = {}) => {
  const opened = await openPostgresJs(url, { onnotice: () => {}, prepare });
  const store = postgresStore({ client: opened.client as postgres.Sql, schema: opened.schema, ...options });
  return opening(opened, store, (tx, effect) => tx`insert into ${tx(opened.schema)}.effect values (${effect})`);
};

export const onLite: Open = async (_url, { max: _one, ...options } = {}) => {
  const opened = await sharedLite();
  const store = postgresStore({ client: opened.client as PGlite, schema: opened.schema, ...options });
  return opening(opened, store, (tx, effect) => tx.query(`insert into ${table(opened.schema)} values ($1)`, [effect]));
};

const drizzled = (opened: Opened, db: ReturnType<typeof drizzleOnPg>, options: object): Opening => {
  const { client, schema } = opened;
  const store = postgresStore({ client, schema, transactions: drizzleTransactions(db, drizzleSql), ...options });
  return opening(opened, store, (tx, effect) =>
    tx.execute(drizzleSql`insert into ${drizzleSql.raw(table(schema))} values (${effect})`),
  );
};

export const onDrizzle: Open = async (url, { max, ...options } = {}) => {
  const opened = await openPool(url, max === undefined ? {} : { max });
  return drizzled(opened, drizzleOnPg({ client: opened.client as pg.Pool }), options);
};

export const onDrizzlePostgresJs: Open = async (url, { max: _any, ...options } = {}) => {
  const opened = await openPostgresJs(url, { onnotice: () => {} });
  return drizzled(opened, drizzleOnPostgresJs({ client: opened.client as postgres.Sql }) as never, options);
};

const onDrizzleLite: Open = async (_url, { max: _one, ...options } = {}) => {
  const opened = await sharedLite();
  return drizzled(opened, drizzleOnLite({ client: opened.client as PGlite }) as never, options);
};

export const onKysely: Open = async (url, { max, ...options } = {}) => {
  const opened = await openPool(url, max === undefined ? {} : { max });
  const { client, schema } = opened;
  // A plugin that renames columns must not reach those of the store.
  const db = new Kysely<object>({
    dialect: new PostgresDialect({ pool: client as pg.Pool }),
    plugins: [new CamelCasePlugin()],
  });
  const store = postgresStore({ client, schema, transactions: kyselyTransactions(db), ...options });
  return opening(opened, store, (tx, effect) =>
    kyselySql`insert into ${kyselySql.raw(table(schema))} values (${effect})`.execute(tx),
  );
};

/** Any other client, by the two functions that its user writes. */
export const onTwoFunctions: Open = async (url, { max, ...options } = {}) => {
  const opened = await openPool(url, max === undefined ? {} : { max });
  const { client, schema } = opened;
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool: client as pg.Pool }) });
  const store = postgresStore<Transaction<object>>({
    client,
    schema,
    transactions: {
      run: (work) => db.transaction().execute(work),
      port: (trx) => ({ query: (text, values) => trx.executeQuery(CompiledQuery.raw(text, [...values])) }),
    },
    ...options,
  });
  return opening(opened, store, (tx, effect) =>
    tx.executeQuery(CompiledQuery.raw(`insert into ${table(schema)} values ($1)`, [effect])),
  );
};

export const kinds: readonly [string, Open][] = [
  ["pg", onPg],
  ["postgres", onPostgresJs],
  ["PGlite", onLite],
  ["Drizzle on pg", onDrizzle],
  ["Drizzle on postgres", onDrizzlePostgresJs],
  ["Drizzle on PGlite", onDrizzleLite],
  ["Kysely", onKysely],
  ["two functions", onTwoFunctions],
];
