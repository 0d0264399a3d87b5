import { expect, test, vi } from "vitest";
import { isClaim, isOutcome } from "./support/connection.js";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

type Reconcile = NonNullable<NonNullable<Parameters<typeof fooTool>[0]>["reconcile"]>;

async function failing(thrown: unknown, reconcile?: Reconcile) {
  const world = aWorld();
  const process = world.process();
  const asked = vi.fn(reconcile);
  const foo = fooTool({
    execute: () => {
      throw thrown;
    },
    ...(reconcile && { reconcile: asked }),
  });
  const confirm_token = await process.preview(foo.tool, { id: 7 });
  const call = () => process.call(foo.tool, { id: 7, confirm_token });
  return { world, ...process, ...foo, asked, call };
}

test.each([new Error("socket hang up"), "a text", undefined, null, 0, { code: "not_executed" }])(
  "a handler that throws %o has failed: it may have happened, and is never run again",
  async (thrown) => {
    const { call, starts } = await failing(thrown);
    const first = await call();
    expect(first.body).toEqual({
      status: "rejected",
      tool: "delete_foo",
      reason: "failed",
      error:
        "The operation failed after it had started: it may or may not have taken effect. Do not try it again before its state was checked.",
    });
    for (let retry = 0; retry < 5; retry += 1) expect(await call()).toEqual({ ...first, replayed: true });
    expect(starts).toHaveLength(1);
  },
);

test("observers get the error, the caller and the store do not", async () => {
  const error = new Error("duplicate key value violates unique constraint foo_pkey");
  const { call, told, connection } = await failing(error);
  const reply = await call();
  expect(told("failed")).toMatchObject([{ error: { message: error.message } }]);
  expect(JSON.stringify([reply, connection.operations])).not.toContain("foo_pkey");
});

test("long after, it is still called failed and still not run", async () => {
  const { world, call, starts } = await failing(new Error("boom"));
  await call();
  await world.clock.advance(300_000 + 86_399_999);
  expect(outcomeOf(await call())).toBe("failed");
  expect(starts).toHaveLength(1);
});

test("the system of record is asked at once, and its completed is the answer", async () => {
  const { call, asked, told } = await failing(new Error("boom"), () => ({
    outcome: "completed",
    message: "It went out.",
  }));
  const first = await call();
  expect(first.body).toEqual({ status: "ok", tool: "delete_foo", message: "It went out." });
  expect(await call()).toEqual({ ...first, replayed: true });
  expect(asked).toHaveBeenCalledTimes(1);
  expect(told("completed")).toHaveLength(1);
});

test("its not executed is the answer too", async () => {
  const { call, asked, starts } = await failing(new Error("boom"), () => ({ outcome: "not_executed" }));
  expect(outcomeOf(await call())).toBe("not_executed");
  expect(outcomeOf(await call())).toBe("not_executed");
  expect([asked.mock.calls.length, starts.length]).toEqual([1, 1]);
});

test.each([{ outcome: "unknown" }, undefined, {}])("if it answers %o the operation has failed", async (said) => {
  const { call, asked } = await failing(new Error("boom"), () => said as never);
  expect(outcomeOf(await call())).toBe("failed");
  expect(outcomeOf(await call())).toBe("failed");
  expect(asked).toHaveBeenCalledTimes(1);
});

test("if it cannot be asked the operation has failed, and observers hear both errors", async () => {
  const { call, told } = await failing(new Error("boom"), () => {
    throw new Error("ledger unreachable");
  });
  expect(outcomeOf(await call())).toBe("failed");
  expect(told("failed")).toMatchObject([{ error: { message: "boom" } }]);
  expect(told("hook_failed")).toMatchObject([{ hook: "reconcile", error: { message: "ledger unreachable" } }]);
});

test("it is asked with what the first call said, whatever the handler did to its own copies", async () => {
  const { connection, ...process } = aWorld().process();
  const asked = vi.fn<Reconcile>(() => ({ outcome: "unknown" }));
  const { tool } = fooTool({
    execute(params, ctx) {
      params.id = 8;
      (ctx.preview as { foo_id: number }).foo_id = 8;
      throw new Error("boom");
    },
    reconcile: asked,
  });
  const { operationId } = await process.call(tool, { id: 7, confirm_token: await process.preview(tool, { id: 7 }) });
  expect(asked).toHaveBeenCalledWith({ id: 7 }, expect.objectContaining({ preview: { foo_id: 7 }, operationId }));
  expect(connection.operations.filter(isClaim)).toHaveLength(1);
  expect(connection.operations.filter(isOutcome)).toHaveLength(1);
});
