import { describe, expect, test } from "vitest";
import { forever } from "../support/abandoned.js";
import { outcomeOf } from "../support/world.js";
import { type Approving, alice, approving, bob } from "./approving.js";

const leaseMs = 60_000;

/** A process that died inside handlers; another one is left. */
async function inDoubt(ids: readonly number[] = [7]) {
  const world = approving({ policies: [] }, { execute: forever });
  const tokens: string[] = [];
  for (const id of ids) {
    const { body } = await world.call({ id });
    const { confirm_token } = body as { confirm_token: string };
    tokens.push(confirm_token);
    void world.call({ id, confirm_token });
    await world.world.clock.advance(0);
  }
  world.process.die();
  const second = world.world.process();
  const [confirm_token = ""] = tokens;
  return { ...world, second, confirm: () => world.call({ id: ids[0], confirm_token }, {}, second) };
}

const lapse = ({ world }: Pick<Approving, "world">) => world.clock.advance(leaseMs);
const completed = {
  by: bob,
  reason: "seen in the log",
  as: { outcome: "completed", message: "Foo 7 deleted" },
} as const;

const notInDoubt = { ok: false, reason: "not_in_doubt" };

describe("what is in doubt", () => {
  test("is listed for people with who asked for what, page by page, and nothing that still runs or has ended", async () => {
    const doubts = await inDoubt([1, 2, 3]);
    const { operations } = doubts.second.engine;
    expect((await operations.inDoubt()).items).toEqual([]);
    await lapse(doubts);
    const { items } = await operations.inDoubt();
    expect(items.map(({ summary }) => summary).sort()).toEqual([1, 2, 3].map((id) => `Will delete foo #${id}`));
    expect(items[0]).toEqual({
      ...{ operationId: expect.stringMatching(/^op_/), tool: "delete_foo", requester: alice },
      ...{ summary: expect.any(String), claimedAtMs: 1_000_000_000_000 },
    });
    const paged: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await operations.inDoubt({ limit: 1, ...(cursor !== undefined && { cursor }) });
      paged.push(...page.items.map(({ operationId }) => operationId));
      if (page.cursor === undefined) break;
      cursor = page.cursor;
    }
    expect(paged.sort()).toEqual(items.map(({ operationId }) => operationId).sort());
  });

  test("is read on by the name of an operation, not by a store's record; settled meanwhile, none is left out", async () => {
    const doubts = await inDoubt([1, 2, 3]);
    await lapse(doubts);
    const { operations } = doubts.second.engine;
    const all = (await operations.inDoubt()).items.map(({ operationId }) => operationId);
    const first = await operations.inDoubt({ limit: 1 });
    expect(first.cursor).toContain(first.items[0]?.operationId);
    expect(await operations.settle(first.items[0]?.operationId ?? "", completed)).toEqual({ ok: true });
    const rest = await operations.inDoubt(first.cursor === undefined ? {} : { cursor: first.cursor });
    expect(rest.items.map(({ operationId }) => operationId)).toEqual(all.slice(1));
    // From where it ended, or from the start: what it names is not there any more.
    expect(rest.items).toHaveLength(2);
  });

  test("is another server's own matter", async () => {
    const doubts = await inDoubt();
    await lapse(doubts);
    const elsewhere = doubts.world.process({ server: "warehouse" }).engine.operations;
    const [doubt] = (await doubts.second.engine.operations.inDoubt()).items;
    expect((await elsewhere.inDoubt()).items).toEqual([]);
    expect(await elsewhere.settle(doubt?.operationId ?? "", completed)).toEqual(notInDoubt);
  });

  test("is settled by a person, for good, who is named; its owner then hears what became of it", async () => {
    const doubts = await inDoubt();
    await lapse(doubts);
    const { second, confirm } = doubts;
    const [doubt] = (await second.engine.operations.inDoubt()).items;
    const id = doubt?.operationId ?? "";
    expect(await second.engine.operations.settle(id, completed)).toEqual({ ok: true });
    expect(second.told("reconciled")).toMatchObject([
      { operationId: id, outcome: "completed", by: "user:bob", reason: "seen in the log" },
    ]);
    expect(await confirm()).toMatchObject({ status: "ok", replayed: true, body: { message: "Foo 7 deleted" } });
    const again = { ...completed, as: { outcome: "not_executed" } } as const;
    expect(await second.engine.operations.settle(id, again)).toEqual(notInDoubt);
    expect((await second.engine.operations.inDoubt()).items).toEqual([]);
  });

  test("stays so where whoever looked does not know either", async () => {
    const doubts = await inDoubt();
    await lapse(doubts);
    const { operations } = doubts.second.engine;
    const [doubt] = (await operations.inDoubt()).items;
    const unsure = { ...completed, as: { outcome: "unknown" } } as const;
    expect(await operations.settle(doubt?.operationId ?? "", unsure)).toEqual({ ok: false, reason: "unknown" });
    expect((await operations.inDoubt()).items).toHaveLength(1);
  });

  test("is not settled while it runs, nor by its unknown name", async () => {
    const doubts = await inDoubt();
    const { second, confirm } = doubts;
    const { operationId = "" } = await confirm();
    expect(await second.engine.operations.settle(operationId, completed)).toEqual(notInDoubt);
    expect(await second.engine.operations.settle("op_unknown", completed)).toEqual(notInDoubt);
    expect(outcomeOf(await confirm())).toBe("unknown_or_used/in_flight");
  });

  test("is not settled by the process whose handler still runs, and knows better, whatever became of its lease", async () => {
    const { world, process, foo } = approving({ policies: [] }, { execute: forever });
    const { body, operationId = "" } = await process.call(foo.tool, { id: 7 });
    void process.call(foo.tool, { id: 7, confirm_token: (body as { confirm_token: string }).confirm_token });
    await world.clock.advance(0);
    process.pause();
    await world.clock.advance(leaseMs);
    expect((await process.engine.operations.inDoubt()).items).toHaveLength(1);
    expect(await process.engine.operations.settle(operationId, completed)).toEqual(notInDoubt);
  });

  test.each<[string, object]>([
    ["nobody", { by: undefined }],
    ["an agent", { by: { id: "agent", kind: "agent" } }],
    ["a person without a name", { by: { id: "", kind: "human" } }],
    ["a person without a reason", { reason: " " }],
  ])("is not settled by %s", async (_, wrong) => {
    const doubts = await inDoubt();
    await lapse(doubts);
    const { operations } = doubts.second.engine;
    const [doubt] = (await operations.inDoubt()).items;
    const decision = { ...completed, ...wrong } as typeof completed;
    await expect(operations.settle(doubt?.operationId ?? "", decision)).rejects.toMatchObject({
      code: "invalid_setup",
    });
    expect((await operations.inDoubt()).items).toHaveLength(1);
  });
});
