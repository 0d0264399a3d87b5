import { describe, expect, test } from "vitest";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

const forever = () => new Promise<never>(() => {});
const lease = 60_000;

/** Two processes; the first one dies while it does what `where` says. */
async function diedAt(where: "between claim and handler" | "inside the handler") {
  const world = aWorld();
  const foo = fooTool(where === "inside the handler" ? { execute: forever } : {});
  const first = world.process(where === "inside the handler" ? {} : { isEnabled: onceOnly() });
  const confirm_token = await first.preview(foo.tool, { id: 7 });
  void first.call(foo.tool, { id: 7, confirm_token });
  await world.clock.advance(0);
  first.die();
  const second = world.process();
  const startsBefore = foo.starts.length;
  return { world, first, second, ...foo, startsBefore, retry: () => second.call(foo.tool, { id: 7, confirm_token }) };
}

/** Says yes the first time (at the preview), and never answers again (after the claim). */
function onceOnly() {
  let asked = 0;
  return () => {
    asked += 1;
    return asked === 1 ? true : forever();
  };
}

describe.each(["between claim and handler", "inside the handler"] as const)("a process that dies %s", (where) => {
  test("leaves the operation in flight until the lease lapses, then in doubt, for good", async () => {
    const { world, retry, starts, startsBefore } = await diedAt(where);
    expect(startsBefore).toBe(where === "inside the handler" ? 1 : 0);
    expect((await retry()).body).toMatchObject({ detail: "in_flight", retry_after_ms: 5_000 });
    await world.clock.advance(lease - 1);
    expect((await retry()).body).toMatchObject({ detail: "in_flight", retry_after_ms: 1 });
    await world.clock.advance(1);
    expect(outcomeOf(await retry())).toBe("unknown_or_used/in_doubt");
    await world.clock.advance(3 * 3_600_000);
    expect(outcomeOf(await retry())).toBe("unknown_or_used/in_doubt");
    expect(starts).toHaveLength(startsBefore);
  });

  test("is told to its owner in words that never invite a new preview", async () => {
    const { world, retry } = await diedAt(where);
    const running = await retry();
    await world.clock.advance(lease);
    for (const { body } of [running, await retry()]) {
      expect(body).toHaveProperty("error", expect.stringContaining("Do not ask for a new preview"));
    }
  });

  test("makes the doubt known to observers of the process that met it", async () => {
    const { world, second, retry } = await diedAt(where);
    await world.clock.advance(lease);
    const { operationId } = await retry();
    expect(operationId).toMatch(/^op_/);
    expect(second.told("in_doubt")).toMatchObject([{ tool: "delete_foo", operationId }]);
  });
});

test("a process that dies after its outcome was recorded left an answer", async () => {
  const world = aWorld();
  const first = world.process();
  const { tool, starts } = fooTool();
  const confirm_token = await first.preview(tool, { id: 7 });
  const answered = await first.call(tool, { id: 7, confirm_token });
  first.die();
  expect(await world.process().call(tool, { id: 7, confirm_token })).toEqual({ ...answered, replayed: true });
  expect(starts).toHaveLength(1);
});

test("a process that dies after a preview left a token that another process can confirm", async () => {
  const world = aWorld();
  const first = world.process();
  const { tool, starts } = fooTool();
  const confirm_token = await first.preview(tool, { id: 7 });
  first.die();
  expect(outcomeOf(await world.process().call(tool, { id: 7, confirm_token }))).toBe("ok");
  expect(starts).toHaveLength(1);
});
