import { randomUUID } from "node:crypto";
import { type RedisServer, startRedis } from "@holdpoint/test-servers";
import {
  createTier2,
  defineTier2Tool,
  type FirstWrite,
  type Store,
  type SwapCondition,
  type Write,
} from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { redisStore } from "../src/index.js";
import { ioredis, type TestClient } from "./support/clients.js";

const numRuns = Number(process.env.TIER2_MODEL_RUNS ?? 150);

let server: RedisServer;
let connection: TestClient;
beforeAll(async () => {
  server = await startRedis({ persistence: "log" });
  connection = await ioredis.standalone(server.port);
});
afterAll(async () => {
  connection.drop();
  await server.stop();
});

const freshStore = () => redisStore({ client: connection.client, namespace: randomUUID() });

type Command =
  | { do: "insert"; id: string; write: FirstWrite }
  | { do: "swap"; id: string; tag: string; write: Write; condition: SwapCondition }
  | { do: "get"; id: string }
  | { do: "list"; limit: number }
  | { do: "sweep" };

const id = fc.constantFrom("c:1", "c:2", "c:3", "a:1");
const tag = fc.constantFrom("t1", "t2");
const text = fc.constantFrom("", "x", "1", "null", "ü🎈");
/** Nothing ends within a run but what ended at once: the model need not know how long a run takes. */
const durationMs = fc.constantFrom(0, 10_000_000, 99_999_999);
const retention = fc.option(durationMs, { nil: null });
const required = { tag, state: text, listed: fc.boolean() };
const optional = { data: text, payloadForMs: retention, recordForMs: retention };
const firstWrite: fc.Arbitrary<FirstWrite> = fc.record(
  { ...required, body: text, deadlineInMs: durationMs, ...optional },
  { requiredKeys: ["tag", "state", "listed", "body", "deadlineInMs"] },
);
const write: fc.Arbitrary<Write> = fc.record(
  { ...required, deadlineInMs: durationMs, ...optional },
  { requiredKeys: ["tag", "state", "listed"] },
);
const condition: fc.Arbitrary<SwapCondition> = fc.record({
  deadline: fc.constantFrom("open", "passed", "any"),
  history: fc.constantFrom("same", "any", "any", "changed"),
});
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("insert" as const), id, write: firstWrite }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("swap" as const), id, tag, write, condition }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("get" as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("list" as const), limit: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("sweep" as const) }) },
);

async function answer(store: Store, command: Command): Promise<unknown> {
  switch (command.do) {
    case "insert":
      return store.insert(command.id, command.write);
    case "swap":
      return store.swap(command.id, command.tag, command.write, command.condition);
    case "get":
      return store.get(command.id);
    case "list": {
      const records = [];
      let cursor: string | undefined;
      do {
        const page = await store.list("c:", { limit: command.limit, ...(cursor !== undefined && { cursor }) });
        records.push(...page.records);
        cursor = page.cursor;
      } while (cursor !== undefined);
      return records.sort((a, b) => a.id.localeCompare(b.id));
    }
    case "sweep":
      return void (await store.sweep({ limit: 100 }));
  }
}

/** Times as distances from the answer's own now: two stores have two clocks. */
const timeless = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (_, part: unknown) =>
    typeof part === "object" && part !== null && "deadlineMs" in part && "nowMs" in part
      ? { ...part, deadlineMs: Math.round((Number(part.deadlineMs) - Number(part.nowMs)) / 1_000_000) || 0, nowMs: 0 }
      : part,
  );

test("whatever is done in whatever order, the store answers as the one in memory does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 40 }), async (commands) => {
      const [redis, memory] = [freshStore(), memoryStore()];
      for (const command of commands) {
        expect(timeless(await answer(redis, command))).toEqual(timeless(await answer(memory, command)));
      }
    }),
    { numRuns },
  );
});

type Step =
  | { do: "issue"; number: number }
  | { do: "confirm"; of: number; number: number; owner: string; ends: "well" | "badly" | "not at all" }
  | { do: "at once"; of: number; times: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant("issue" as const), number: fc.nat({ max: 1 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("confirm" as const),
      of: fc.nat({ max: 3 }),
      number: fc.nat({ max: 1 }),
      owner: fc.constantFrom("owner", "owner", "owner", "thief"),
      ends: fc.constantFrom("well", "well", "badly", "not at all"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("at once" as const),
      of: fc.nat({ max: 3 }),
      times: fc.integer({ min: 2, max: 4 }),
    }),
  },
);

/** The machine of core on one store, and what it answered so far. */
function machineOn(store: Store) {
  const tier2 = createTier2({ store, server: "model" });
  let ends = "well";
  let runs = 0;
  const tool = defineTier2Tool({
    name: "pay",
    category: "payout",
    duplicates: "allow",
    preview: async () => ({ summary: "Will pay", preview: {} }),
    execute: async () => {
      runs += 1;
      if (ends === "badly") throw new Error("badly");
      if (ends === "not at all") return { refused: "not at all" };
      return { message: `run ${runs}` };
    },
  });
  const issued: { token: string; number: number }[] = [];
  const call = async (args: object, owner: string) => {
    const { body, replayed } = await tier2.call(tool, args, { requester: { tokenId: owner } });
    return { body, replayed };
  };
  return async (step: Step): Promise<unknown> => {
    if (step.do === "issue") {
      const { body } = await call({ number: step.number }, "owner");
      if (body.status === "confirmation_required") issued.push({ token: body.confirm_token, number: step.number });
      return body.status;
    }
    const one = issued[step.of % Math.max(1, issued.length)];
    if (one === undefined) return "none yet";
    if (step.do === "confirm") {
      ends = step.ends;
      return call({ number: step.number, confirm_token: one.token }, step.owner);
    }
    ends = "well";
    const all = await Promise.all(
      Array.from({ length: step.times }, () => call({ number: one.number, confirm_token: one.token }, "owner")),
    );
    return {
      replayed: all.filter(({ replayed }) => replayed).length,
      bodies: new Set(all.map(({ body }) => JSON.stringify(body))),
      runs,
    };
  };
}

test("whatever requesters do, the confirmation machine answers on Redis as it does in memory", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const [onRedis, inMemory] = [machineOn(freshStore()), machineOn(memoryStore())];
      for (const step of steps) expect(await onRedis(step)).toEqual(await inMemory(step));
    }),
    { numRuns },
  );
});
