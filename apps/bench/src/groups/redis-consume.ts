import { redisStore } from "@holdpoint/tier2-store-redis";
import type { Redis } from "ioredis";
import { freshArguments } from "../cycles/job.js";
import { prepared, steps, storeStep } from "../cycles/store-cycle.js";
import type { Contestant, Group } from "../harness/group.js";
import { bareSend, scriptCalls } from "./redis-commands.js";
import { acceptUnsafe, redisServer } from "./redis-server.js";

const ours = "store, history checked";
const bare = "same script, arguments ready";

export const redisConsume: Group = {
  name: "redis-consume",
  title: "Redis: consume",
  operation: "One consume of a pending token: one script call. The bare one sends the same arguments, made beforehand.",
  operations: (concurrency) => (concurrency === 1 ? 2_000 : 10_000),
  goals: [16, 64].map((concurrency) => ({ of: ours, over: bare, atLeast: 0.95, concurrency })),
  async open() {
    const { client, close } = await redisServer();
    const checked = redisStore({ client: client(), acceptUnsafe });
    const unchecked = redisStore({ client: client(), acceptUnsafe, history: "unchecked", namespace: "unchecked" });
    return {
      contestants: [
        storeStep(ours, checked, "consume"),
        storeStep("store, history unchecked", unchecked, "consume"),
        bareConsume(client()),
      ],
      close,
    };
  },
};

function bareConsume(client: Redis): Contestant {
  const store = redisStore({ client, acceptUnsafe });
  const send = bareSend(client);
  const argumentsAt = freshArguments();
  let calls: string[][] = [];
  return {
    name: bare,
    async prepare(operations) {
      const plans = await prepared(store, operations, argumentsAt, false);
      calls = await scriptCalls(client, (recorded) => plans.map((plan) => steps.consume(recorded, plan)));
    },
    async run(index) {
      const [said] = await send(calls[index] as string[]);
      if (String(said) !== "ok") throw new Error(`the bare script answered ${said}`);
    },
  };
}
