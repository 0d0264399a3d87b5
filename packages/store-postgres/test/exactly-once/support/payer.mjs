// A process that pays when it is told to, and may be killed while it does. With `guard` the whole call is one transaction;
// without it consume, effect and completion are three.
import { createTier2, defineTier2Tool } from "@holdpoint/tier2-core";
import pg from "pg";
import { postgresStore } from "../../../dist/index.js";

const { url, schema, guard, ...times } = JSON.parse(process.argv[2]);
const pool = new pg.Pool({ connectionString: url, max: 2 });
pool.on("error", () => {});
const store = postgresStore({ client: pool, schema });

export const pay = defineTier2Tool({
  name: "pay",
  duplicates: "allow",
  ...(guard && { transaction: store }),
  preview: () => ({ summary: "Will pay", preview: {} }),
  async execute(params, { tx, operationId }) {
    await (tx ?? pool).query(`insert into "${schema}".effect values ($1)`, [operationId]);
    if (params.holdMs !== undefined) await new Promise((resolve) => setTimeout(resolve, params.holdMs));
    return { message: "Paid", details: { params } };
  },
});
const tier2 = createTier2({ store, server: "shop", ...times });

async function answer(args) {
  const { body, operationId, replayed } = await tier2.call(pay, args, { requester: { tokenId: "alice" } });
  process.send({ body, operationId, replayed });
}
process.on("message", ({ args }) => void answer(args));
await store.checkSetup();
process.send({ ready: true });
