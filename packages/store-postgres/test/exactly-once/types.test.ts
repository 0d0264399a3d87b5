import { type Transaction as LiteTransaction, PGlite } from "@electric-sql/pglite";
import { defineTier2Tool, NotExecuted } from "@holdpoint/tier2-core";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import postgres from "postgres";
import { expect, expectTypeOf, test } from "vitest";
import { drizzleTransactions, kyselyTransactions, type PostgresStore, postgresStore } from "../../src/index.js";

const pool = new pg.Pool();
const offers = pgTable("offers", { id: integer().primaryKey(), payout: text().notNull() });
interface Tables {
  offers: { id: number; payout: string };
}
const base = { preview: () => ({ summary: "s", preview: { seen: 1 } }) };

test("each client's own transaction object is what a handler gets", () => {
  expectTypeOf(postgresStore({ client: pool })).toEqualTypeOf<PostgresStore<pg.PoolClient>>();
  const js = postgres({ max: 1 });
  // biome-ignore lint/complexity/noBannedTypes: the type that postgres itself has
  expectTypeOf(postgresStore({ client: js })).toEqualTypeOf<PostgresStore<postgres.TransactionSql<{}>>>();
  expectTypeOf<ReturnType<typeof lite>>().toEqualTypeOf<PostgresStore<LiteTransaction>>();
});
const lite = () => postgresStore({ client: new PGlite() });

test("a definition takes it from its store, and without a transaction there is none", () => {
  const store = postgresStore({ client: pool });
  const db = drizzle({ client: pool });
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const drizzled = postgresStore({ client: pool, transactions: drizzleTransactions(db, sql) });
  const kyselied = postgresStore({ client: pool, transactions: kyselyTransactions(kysely) });
  const byHand = postgresStore<Transaction<Tables>>({
    client: pool,
    transactions: {
      run: (work) => kysely.transaction().execute(work),
      port: (trx) => ({ query: (statement, values) => trx.executeQuery(CompiledQuery.raw(statement, [...values])) }),
    },
  });
  const tools = [
    defineTier2Tool({
      ...base,
      name: "pg",
      transaction: store,
      async execute(_params, { tx, preview }) {
        const { rows } = await tx.query<{ id: number }>("select 1 as id");
        if (!rows[0]) throw new NotExecuted("gone");
        return { message: "done", details: { id: rows[0].id.toFixed(1), seen: preview.seen.toFixed(1) } };
      },
    }),
    defineTier2Tool({
      ...base,
      name: "drizzle",
      transaction: drizzled,
      execute: async (_params, { tx }) => {
        const [offer] = await tx.update(offers).set({ payout: "1" }).where(eq(offers.id, 1)).returning();
        return { message: "done", details: { payout: offer?.payout.trim() } };
      },
    }),
    defineTier2Tool({
      ...base,
      name: "kysely",
      transaction: kyselied,
      execute: async (_params, { tx }) => {
        const offer = await tx.selectFrom("offers").selectAll().executeTakeFirstOrThrow();
        return { message: "done", details: { payout: offer.payout.trim() } };
      },
    }),
    defineTier2Tool({
      ...base,
      name: "kysely_by_hand",
      transaction: byHand,
      execute: async (_params, { tx }) => ({ message: "done", details: { name: tx.isTransaction.valueOf() } }),
    }),
    defineTier2Tool({
      ...base,
      name: "recheck",
      transaction: store,
      async preview(_params, { recheck, tx }) {
        if (recheck) await tx?.query("select 1 for update");
        return { summary: "s", preview: {} };
      },
      execute: () => ({ message: "done" }),
    }),
    defineTier2Tool({
      ...base,
      name: "without",
      // @ts-expect-error without a transaction there is no tx
      execute: async (_params, { tx }) => ({ message: await tx.query("select 1") }),
    }),
  ];
  expect(tools).toHaveLength(6);
});
