import { createTier2 } from "@holdpoint/tier2-core";
import { redisStore } from "@holdpoint/tier2-store-redis";
import { RedisStorageAdapter } from "@node-idempotency/storage-adapter-redis";
import type { Redis } from "ioredis";
import { createClient } from "redis";
import { benchTool, callCycle } from "../cycles/call-cycle.js";
import { contractCycle } from "../cycles/contract-cycle.js";
import { freshArguments } from "../cycles/job.js";
import { steps, storeCycle, storeCycleOfReadyPlans } from "../cycles/store-cycle.js";
import { planFor } from "../cycles/store-plan.js";
import type { Contestant, Group } from "../harness/group.js";
import { nodeIdempotency } from "../peers/node-idempotency.js";
import { powertools } from "../peers/powertools.js";
import { bareSend, scriptCalls } from "./redis-commands.js";
import { acceptUnsafe, redisServer } from "./redis-server.js";
import { smallestScripts } from "./smallest-scripts.js";

const ours = "store alone";
const ready = "store alone, values ready";
const bare = "four bare scripts";
const smallest = "four smallest scripts, judging nothing";

export const redisCycle: Group = {
  name: "redis-cycle",
  title: "Redis: a whole operation",
  operation:
    "Create, consume, complete and replay; the peers have no create. The store alone hashes and writes what the engine would; with values ready that was done beforehand, as it was for the bare scripts, which get the same arguments. The smallest scripts are what Redis and its client cost alone.",
  operations: (concurrency) => (concurrency === 1 ? 500 : 3_000),
  goals: [
    { of: ready, over: bare, atLeast: 0.85, concurrency: 64 },
    { of: ours, over: bare, atLeast: 0.85, concurrency: 64 },
    { of: ours, over: "node-idempotency", atLeast: 1, concurrency: 64 },
    { of: ours, over: "Powertools", atLeast: 2.2, concurrency: 64 },
  ],
  async open() {
    const { client, url, close } = await redisServer();
    const store = redisStore({ client: client(), acceptUnsafe });
    const tier2 = createTier2({
      store: redisStore({ client: client(), acceptUnsafe }),
      server: "bench",
      tools: [benchTool],
    });
    const adapter = new RedisStorageAdapter({ url });
    await adapter.connect();
    const nodeRedis = createClient({ url });
    await nodeRedis.connect();
    return {
      contestants: [
        smallestScripts(smallest, client()),
        bareCycle(client()),
        storeCycleOfReadyPlans(ready, store),
        storeCycle(ours, store),
        contractCycle("contract functions", tier2),
        callCycle("tier2.call", tier2),
        nodeIdempotency("node-idempotency", adapter),
        powertools("Powertools", nodeRedis as never),
      ],
      async close() {
        await tier2.close();
        await adapter.disconnect();
        nodeRedis.destroy();
        await close();
      },
    };
  },
};

function bareCycle(client: Redis): Contestant {
  const send = bareSend(client);
  const argumentsAt = freshArguments();
  const answers = ["ok", "ok", "ok", "tag"];
  const teacher = storeCycle("", redisStore({ client, acceptUnsafe })); // a server learns a script by its first use
  let calls: string[][] = [];
  return {
    name: bare,
    async prepare(operations) {
      await teacher.run(0);
      const plans = Array.from({ length: operations }, (_, index) => planFor(argumentsAt(index)));
      calls = await scriptCalls(client, (store) =>
        plans.flatMap((plan) => Object.values(steps).map((step) => step(store, plan))),
      );
    },
    async run(index) {
      for (const [step, expected] of answers.entries()) {
        const [said] = await send(calls[index * answers.length + step] as string[]);
        if (String(said) !== expected) throw new Error(`the bare script answered ${said}, not ${expected}`);
      }
    },
  };
}
