import { expect, test, vi } from "vitest";
import { abandon, forever } from "./support/abandoned.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { alice, aWorld, outcomeOf } from "./support/world.js";

async function inDoubt(reconcile: NonNullable<Parameters<typeof fooTool>[0]>["reconcile"]) {
  const world = aWorld();
  const asked = vi.fn(reconcile);
  const foo = fooTool({ execute: forever, reconcile: asked });
  const claimedAtMs = world.clock.nowMs();
  const { confirm_token, operationId } = await abandon(world, world.process(), foo);
  const second = world.process();
  const retry = (process = second) => process.call(foo.tool, { id: 7, confirm_token });
  return { world, asked, ...foo, second, retry, operationId, claimedAtMs };
}

test("what the system of record calls completed is answered ok, and replayed from then on", async () => {
  const { second, asked, retry, starts, operationId } = await inDoubt(() => ({
    outcome: "completed",
    message: "Foo 7 was deleted",
    details: { receipt: "r1" },
  }));
  const settled = await retry();
  expect(settled).toEqual({
    status: "ok",
    replayed: true,
    operationId,
    body: { status: "ok", tool: "delete_foo", message: "Foo 7 was deleted", receipt: "r1" },
  });
  expect(await retry()).toEqual(settled);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(starts).toHaveLength(1);
  expect(second.told("reconciled")).toMatchObject([{ outcome: "completed", operationId }]);
});

test("what it calls not executed is answered so, and may be previewed again", async () => {
  const { second, retry, starts } = await inDoubt(() => ({ outcome: "not_executed" }));
  const settled = await retry();
  expect(outcomeOf(settled)).toBe("not_executed");
  expect(settled.body).toHaveProperty("error", expect.stringContaining("Re-call without confirm_token"));
  expect(await retry()).toEqual(settled);
  expect(starts).toHaveLength(1);
  expect(second.told("reconciled")).toMatchObject([{ outcome: "not_executed" }]);
});

test("what it does not know stays in doubt, and it is asked again at the next retry", async () => {
  const { asked, retry } = await inDoubt(() => ({ outcome: "unknown" }));
  expect(outcomeOf(await retry())).toBe("unknown_or_used/in_doubt");
  expect(outcomeOf(await retry())).toBe("unknown_or_used/in_doubt");
  expect(asked).toHaveBeenCalledTimes(2);
});

test("while it cannot be asked the doubt stays, and observers hear why", async () => {
  const { second, retry } = await inDoubt(() => {
    throw new Error("ledger unreachable");
  });
  expect(outcomeOf(await retry())).toBe("unknown_or_used/in_doubt");
  expect(second.told("hook_failed")).toMatchObject([{ hook: "reconcile", error: { message: "ledger unreachable" } }]);
});

test.each([undefined, null, {}, { outcome: "failed" }, "completed"])(
  "an answer outside its contract settles nothing: %j",
  async (odd) => {
    const { retry } = await inDoubt(() => odd as never);
    expect(outcomeOf(await retry())).toBe("unknown_or_used/in_doubt");
  },
);

test("it is asked with the params, the preview, the requester and the operation id of the claim", async () => {
  const { asked, retry, starts, operationId, claimedAtMs } = await inDoubt(() => ({ outcome: "unknown" }));
  await retry();
  expect(asked).toHaveBeenCalledWith(
    { id: 7 },
    expect.objectContaining({ operationId, preview: { foo_id: 7 }, requester: alice, server: "shop", claimedAtMs }),
  );
  expect(starts[0]?.ctx.operationId).toBe(operationId);
});

test("while the lease runs it is not asked, whoever calls", async () => {
  const world = aWorld();
  const reconcile = vi.fn(() => ({ outcome: "not_executed" }) as const);
  const { tool } = fooTool({ execute: forever, reconcile });
  const first = world.process();
  const confirm_token = await first.preview(tool, { id: 7 });
  void first.call(tool, { id: 7, confirm_token });
  const second = world.process({ tools: [tool] });
  await world.clock.advance(59_999);
  expect(outcomeOf(await second.call(tool, { id: 7, confirm_token }))).toBe("unknown_or_used/in_flight");
  await second.engine.sweeper.sweep();
  expect(reconcile).not.toHaveBeenCalled();
});

test("any number of retries ask one question at a time", async () => {
  const answer = deferred<{ outcome: "completed"; message: string }>();
  const { asked, retry } = await inDoubt(() => answer.promise);
  const retries = Array.from({ length: 20 }, () => retry());
  await new Promise((resolve) => setImmediate(resolve));
  answer.resolve({ outcome: "completed", message: "done" });
  expect((await Promise.all(retries)).map(outcomeOf)).toEqual(Array(20).fill("ok"));
  expect(asked).toHaveBeenCalledTimes(1);
});

test("two processes that settle at once agree on one answer", async () => {
  let asked = 0;
  const { world, retry } = await inDoubt(() => {
    asked += 1;
    return { outcome: "completed", message: `answer ${asked}` };
  });
  const replies = await Promise.all([retry(), retry(world.process()), retry(world.process())]);
  expect(asked).toBe(3);
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test("another server of the same store with a tool of the same name leaves the doubt alone", async () => {
  const { world, asked, tool } = await inDoubt(() => ({ outcome: "not_executed" }));
  const stranger = world.process({ server: "warehouse", tools: [tool] });
  await stranger.engine.sweeper.sweep();
  expect(asked).not.toHaveBeenCalled();
  expect(stranger.told("completion_missing")).toEqual([]);
});

test("a stranger's retry asks nothing", async () => {
  const { second, asked, tool, starts } = await inDoubt(() => ({ outcome: "not_executed" }));
  const token = `cfm_${"x".repeat(43)}`;
  await second.call(tool, { id: 7, confirm_token: token }, { requester: { tokenId: "mallory" } });
  expect(asked).not.toHaveBeenCalled();
  expect(starts).toHaveLength(1);
});
