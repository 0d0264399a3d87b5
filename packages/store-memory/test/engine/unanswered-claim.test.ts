import { expect, test } from "vitest";
import { isClaim, loseReplies, passOn } from "./support/connection.js";
import { fooTool } from "./support/foo-tool.js";
import { owner } from "./support/states.js";
import { aWorld, mallory, outcomeOf } from "./support/world.js";

const lease = 60_000;

/** A consume that the store applied, and of which no reply came through. */
async function unanswered(changes: Parameters<typeof fooTool>[0] = {}) {
  const world = aWorld();
  const process = world.process({ waitForCompletionMs: 1_000 });
  const foo = fooTool(changes);
  const confirm_token = await process.preview(foo.tool, { id: 7 });
  const confirm = (by = process) => by.call(foo.tool, { id: 7, confirm_token });
  loseReplies(process.connection, Number.POSITIVE_INFINITY, isClaim);
  const reply = await world.within(120, confirm());
  process.connection.intercept = passOn;
  return { world, process, ...foo, confirm_token, confirm, reply };
}

test("a consume that stays unanswered is store_unavailable, and its handler does not start by itself", async () => {
  const { world, reply, starts } = await unanswered();
  expect(outcomeOf(reply)).toBe("store_unavailable");
  await world.clock.advance(3_600_000);
  expect(starts).toEqual([]);
});

test("the same call, repeated while the claim would be alive, goes on with it and executes once", async () => {
  const { confirm, starts } = await unanswered();
  const first = await confirm();
  expect(outcomeOf(first)).toBe("ok");
  expect(await confirm()).toEqual({ ...first, replayed: true });
  expect(starts).toHaveLength(1);
});

test("100 repetitions at once execute once", async () => {
  const { world, confirm, starts } = await unanswered();
  const replies = await world.within(1_000, Promise.all(Array.from({ length: 100 }, () => confirm())));
  expect(replies.filter(({ status }) => status === "ok")).toHaveLength(100);
  expect(replies.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(starts).toHaveLength(1);
});

test("repeated in vain, it can be repeated again", async () => {
  const { world, process, confirm, starts } = await unanswered();
  for (let times = 0; times < 3; times += 1) {
    loseReplies(process.connection, Number.POSITIVE_INFINITY, isClaim);
    expect(outcomeOf(await world.within(1_000, confirm()))).toBe("store_unavailable");
  }
  process.connection.intercept = passOn;
  expect(outcomeOf(await confirm())).toBe("ok");
  expect(starts).toHaveLength(1);
});

test("after half a lease it renews its claim before it starts", async () => {
  const { world, process, confirm, starts } = await unanswered();
  await world.clock.advance(lease / 2);
  const claims = () => process.connection.operations.filter(isClaim).length;
  const before = claims();
  expect(outcomeOf(await confirm())).toBe("ok");
  expect(claims() - before).toBe(2);
  expect(starts).toHaveLength(1);
});

test("once its lease has lapsed it is in doubt like any other, for its own process too", async () => {
  const { world, confirm, starts } = await unanswered();
  await world.clock.advance(lease);
  expect(outcomeOf(await confirm())).toBe("unknown_or_used/in_doubt");
  expect(starts).toEqual([]);
});

test("an attempt that took longer than its lease is not gone on with", async () => {
  const world = aWorld();
  const { call, preview, connection } = world.process({ leaseMs: 9_000, storeTimeoutMs: 5_000 });
  const { tool, starts } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  connection.intercept = async (_operation, apply) => {
    await apply();
    return new Promise(() => {});
  };
  let retry: ReturnType<typeof call> | undefined;
  const first = call(tool, { id: 7, confirm_token }).then((reply) => {
    connection.intercept = passOn;
    retry = call(tool, { id: 7, confirm_token });
    return reply;
  });
  expect(outcomeOf(await world.within(15_120, first))).toBe("store_unavailable");
  expect(outcomeOf((await retry) as never)).toBe("unknown_or_used/in_doubt");
  expect(starts).toEqual([]);
});

test("what was settled meanwhile is replayed, not started", async () => {
  const { world, process, confirm, starts } = await unanswered({ reconcile: () => ({ outcome: "not_executed" }) });
  await world.clock.advance(lease - 120);
  const other = world.process();
  await world.clock.advance(1);
  const settled = await confirm(other);
  expect(outcomeOf(settled)).toBe("not_executed");
  expect(await confirm(process)).toEqual({ ...settled, replayed: true });
  expect(starts).toEqual([]);
});

test("another process hears in_flight, then in_doubt, and never takes it over", async () => {
  const { world, confirm, starts } = await unanswered();
  const other = world.process();
  expect(outcomeOf(await confirm(other))).toBe("unknown_or_used/in_flight");
  await world.clock.advance(lease);
  expect(outcomeOf(await confirm(other))).toBe("unknown_or_used/in_doubt");
  expect(starts).toEqual([]);
});

test("nobody else goes on with it in the same process: not a thief, not another tool, not other params", async () => {
  const { process, tool, confirm_token, confirm, starts } = await unanswered();
  const bar = fooTool({ name: "delete_bar" });
  expect(outcomeOf(await process.call(tool, { id: 7, confirm_token }, { requester: mallory }))).toBe("wrong_owner");
  expect(outcomeOf(await process.call(bar.tool, { id: 7, confirm_token }))).toBe("wrong_tool");
  expect(outcomeOf(await process.call(tool, { id: 8, confirm_token }))).toBe("params_changed");
  expect([...starts, ...bar.starts]).toEqual([]);
  expect(outcomeOf(await confirm())).toBe("ok");
});

test("a consume that never arrived is simply made again", async () => {
  const world = aWorld();
  const { call, preview, connection } = world.process();
  const { tool, starts } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  connection.intercept = async () => {
    throw new Error("request lost");
  };
  expect(outcomeOf(await world.within(1_000, call(tool, { id: 7, confirm_token })))).toBe("store_unavailable");
  connection.intercept = passOn;
  expect(outcomeOf(await world.process().call(tool, { id: 7, confirm_token }))).toBe("ok");
  expect((await call(tool, { id: 7, confirm_token })).replayed).toBe(true);
  expect(starts).toHaveLength(1);
});

test("a hand-written handler's consumeToken goes on with it too", async () => {
  const world = aWorld();
  const { engine, connection } = world.process();
  const confirm_token = await engine.issueToken(owner);
  loseReplies(connection, Number.POSITIVE_INFINITY, isClaim);
  await world.within(1_000, engine.consumeToken({ ...owner, confirm_token }));
  connection.intercept = passOn;
  expect(await engine.consumeToken({ ...owner, confirm_token })).toMatchObject({ ok: true });
  expect(await engine.consumeToken({ ...owner, confirm_token })).toMatchObject({ ok: false, detail: "in_flight" });
});
