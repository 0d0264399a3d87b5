import { createTier2, defineTier2Tool, NotExecuted } from "@holdpoint/tier2-core";
import { drizzleTransactions, kyselyTransactions, postgresStore } from "@holdpoint/tier2-store-postgres";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from "kysely";
import { Pool } from "pg";
import * as z from "zod";

export const pool = new Pool();
const input = z.object({ offer_id: z.number().int(), payout: z.string() });
const preview = async ({ offer_id, payout }: z.infer<typeof input>) => ({
  summary: `Will set payout of #${offer_id} to ${payout}`,
  preview: { offer_id, payout },
});

// a) pg: the store opens the transaction and hands over its PoolClient
export const store = postgresStore({ client: pool });
export const a = defineTier2Tool({
  name: "update_offer_payout",
  input,
  transaction: store,
  preview,
  async execute({ offer_id, payout }, { tx }) {
    const r = await tx.query<{ id: number }>("update offers set payout=$2 where id=$1 returning id", [
      offer_id,
      payout,
    ]);
    if (!r.rows[0]) throw new NotExecuted("Offer is gone");
    return { message: "Offer payout updated", details: { offer: r.rows[0] } };
  },
});
export const tier2 = createTier2({ store, server: "s", tools: [a] });

// b1) drizzle, no set-up: wrap the PoolClient
const offers = pgTable("offers", { id: integer().primaryKey(), payout: text().notNull() });
export const b1 = defineTier2Tool({
  name: "b1",
  input,
  transaction: store,
  preview,
  async execute({ offer_id, payout }, { tx }) {
    const [o] = await drizzle({ client: tx }).update(offers).set({ payout }).where(eq(offers.id, offer_id)).returning();
    return { message: "ok", details: { o } };
  },
});

// b2) drizzle's own transaction (its hooks, schema and logger stay)
const db = drizzle({ client: pool });
const dStore = postgresStore({ client: pool, transactions: drizzleTransactions(db, sql) });
export const b = defineTier2Tool({
  name: "b",
  input,
  transaction: dStore,
  preview,
  async execute({ offer_id, payout }, { tx }) {
    const [o] = await tx.update(offers).set({ payout }).where(eq(offers.id, offer_id)).returning();
    return { message: "ok", details: { o } };
  },
});

// c) kysely
interface DB {
  offers: { id: number; payout: string };
}
const k = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
const kStore = postgresStore({ client: pool, transactions: kyselyTransactions(k) });
export const c = defineTier2Tool({
  name: "c",
  input,
  transaction: kStore,
  preview,
  async execute({ offer_id, payout }, { tx }) {
    const o = await tx
      .updateTable("offers")
      .set({ payout })
      .where("id", "=", offer_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { message: "ok", details: { offer: o } };
  },
});

// c2) any other client: explicit type argument, two functions
const kStore2 = postgresStore<Transaction<DB>>({
  client: pool,
  transactions: {
    run: (work) => k.transaction().execute(work),
    port: (trx) => ({
      query: async (t, v) => ({ rows: (await trx.executeQuery<unknown>(CompiledQuery.raw(t, [...v]))).rows }),
    }),
  },
});
export const c2 = defineTier2Tool({
  name: "c2",
  input,
  transaction: kStore2,
  preview,
  async execute({ offer_id, payout }, { tx }) {
    await tx.updateTable("offers").set({ payout }).where("id", "=", offer_id).execute();
    return { message: "ok" };
  },
});

export const d = defineTier2Tool({
  name: "d",
  input,
  preview,
  async execute(_p, { tx }) {
    // @ts-expect-error without transaction there is no tx
    await tx.query("x");
    return { message: "" };
  },
});
