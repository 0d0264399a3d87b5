import { createTier2, defineTier2Tool, type Store, type Swap } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { memoryStore } from "../../src/index.js";

const requester = { tokenId: "agent" };

/** A store that was told to wait for replicas: what its swaps answer, `acknowledges` says, one after the other. */
function aWorld(acknowledges: readonly boolean[]) {
  const memory = memoryStore();
  const answers = [...acknowledges];
  const store: Store = {
    name: "memory",
    insert: (id, write) => memory.insert(id, write),
    get: (id) => memory.get(id),
    list: (kind, page) => memory.list(kind, page),
    sweep: (page) => memory.sweep(page),
    async swap(id, tag, write, condition): Promise<Swap> {
      const swap = await memory.swap(id, tag, write, condition);
      return answers.shift() ? swap : { ...swap, replicated: false };
    },
  };
  const tier2 = createTier2({ store, server: "test", waitForCompletionMs: 0 });
  let starts = 0;
  const tool = defineTier2Tool({
    name: "pay",
    category: "payout",
    duplicates: "allow",
    preview: async () => ({ summary: "Will pay", preview: {} }),
    execute: async () => {
      starts += 1;
      return { message: "Paid" };
    },
  });
  const call = (args: object) => tier2.call(tool, args, { requester });
  return { tier2, call, starts: () => starts };
}

async function previewed({ call }: ReturnType<typeof aWorld>): Promise<string> {
  const { body } = await call({});
  if (body.status !== "confirmation_required") throw new Error(body.status);
  return body.confirm_token;
}

test("a claim that too few replicas have, and whose renewal they do not have either, starts nothing and ends not executed", async () => {
  const world = aWorld([false, false]);
  const confirm_token = await previewed(world);
  const refused = await world.call({ confirm_token });
  expect(refused.body).toMatchObject({ status: "rejected", reason: "not_executed", detail: "not_replicated" });
  expect(await world.call({ confirm_token })).toMatchObject({ replayed: true, body: refused.body });
  expect(world.starts()).toBe(0);
});

test("a claim whose renewal replicas have is executed", async () => {
  const world = aWorld([false, true]);
  const confirm_token = await previewed(world);
  expect((await world.call({ confirm_token })).status).toBe("ok");
  expect(world.starts()).toBe(1);
});

test("a handler written by hand is refused such a claim too", async () => {
  const { tier2 } = aWorld([false, false]);
  const operation = { tokenId: "agent", toolName: "pay", params: { id: 1 } };
  const confirm_token = await tier2.issueToken(operation);
  expect(await tier2.consumeToken({ ...operation, confirm_token })).toMatchObject({
    ok: false,
    reason: "not_executed",
    detail: "not_replicated",
  });
});
