import { createTier2 } from "@holdpoint/tier2-core";
import { benchTool, callCycle } from "../cycles/call-cycle.js";
import { contractCycle } from "../cycles/contract-cycle.js";
import { storeCycle } from "../cycles/store-cycle.js";
import type { Group } from "../harness/group.js";
import { nodeIdempotency } from "../peers/node-idempotency.js";
import { postgresStorage } from "../peers/node-idempotency-postgres.js";
import { postgresServer } from "./postgres-server.js";

export const postgresCycle: Group = {
  name: "postgres-cycle",
  title: "Postgres: a whole operation",
  operation: "Create, consume, complete and replay on a pool of ten, each committed to disk; the peer has no create.",
  operations: (concurrency) => (concurrency === 1 ? 200 : 1_500),
  goals: [16, 64].map((concurrency) => ({ of: "store alone", over: "node-idempotency", atLeast: 1.5, concurrency })),
  async open() {
    const { store, pool, close } = await postgresServer();
    const tier2 = createTier2({ store: await store(), server: "bench", tools: [benchTool] });
    return {
      contestants: [
        storeCycle("store alone", await store()),
        storeCycle("store alone, prepare: false", await store({ prepare: false })),
        contractCycle("contract functions", tier2),
        callCycle("tier2.call", tier2),
        nodeIdempotency("node-idempotency", await postgresStorage(pool())),
        nodeIdempotency("node-idempotency, prepared", await postgresStorage(pool(), { prepare: true })),
      ],
      async close() {
        await tier2.close();
        await close();
      },
    };
  },
};
