import { createTier2, refuse } from "@holdpoint/tier2-core";
import { guardServer } from "@holdpoint/tier2-mcp";
import { redisStore } from "@holdpoint/tier2-store-redis";
import * as z from "zod";
import { db, payments } from "./app.js";
import { buildServer } from "./existing-server.js";
import { client } from "./redis.js";

const DeleteFoo = z.object({ id: z.number() });

export const server = buildServer();
export const tier2 = createTier2({ store: redisStore({ client }), server: "shop" });
guardServer(server, tier2, {
  // without authInfo.extra.sub the call is refused by the default resolver: no shared identity
  tools: {
    delete_foo: {
      input: DeleteFoo,
      async preview({ id }) {
        const foo = await db.getFoo(id);
        return foo
          ? { summary: `Will delete '${foo.name}'`, preview: { id, related: foo.related_count } }
          : refuse("Foo not found");
      },
    },
    refund_order: {
      input: { order_id: z.string(), amount: z.string() },
      category: "refund",
      async preview({ order_id, amount }) {
        const o = await payments.order(order_id);
        return o
          ? {
              summary: `Will refund ${amount}`,
              preview: { order_id },
              material: { amount: { value: amount, currency: o.currency } },
            }
          : refuse("No such order");
      },
    },
    run_sql: {
      async preview(params) {
        const q: unknown = params.sql;
        return { summary: `Will run ${q}`, preview: { sql: q } };
      },
    },
    list_foos: 1,
    get_foo: 1,
  },
  others: 1,
});
