import { expect, test } from "vitest";
import { forever } from "./support/abandoned.js";
import { away, passOn } from "./support/connection.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

test("a claim that comes back while the system of record is asked is not settled over its head", async () => {
  const { world, first, confirm, answer } = await returning();
  const asking = confirm();
  await world.clock.advance(0);
  first.connection.intercept = passOn;
  await world.clock.advance(20_000);
  answer.resolve({ outcome: "not_executed" });
  expect(outcomeOf(await asking)).toBe("unknown_or_used/in_doubt");
  expect(outcomeOf(await confirm())).toBe("unknown_or_used/in_flight");
});

test("nor is one that comes back between the last look and the settling", async () => {
  const { world, first, second, confirm, answer } = await returning();
  answer.resolve({ outcome: "not_executed" });
  second.connection.intercept = async ({ method }, apply) => {
    const found = await apply();
    if (method === "get" && second.connection.count("get") === 2) {
      first.connection.intercept = passOn;
      await world.clock.advance(20_000);
    }
    return found;
  };
  expect(outcomeOf(await confirm())).toBe("unknown_or_used/in_doubt");
  expect(outcomeOf(await confirm())).toBe("unknown_or_used/in_flight");
  expect(second.told("reconciled")).toEqual([]);
});

/** A handler whose process was cut off for a whole lease, and may come back. */
async function returning() {
  const world = aWorld();
  const answer = deferred<{ outcome: "not_executed" }>();
  const foo = fooTool({ execute: forever, reconcile: () => answer.promise });
  const [first, second] = [world.process(), world.process({ storeTimeoutMs: 60_000 })];
  const confirm_token = await first.preview(foo.tool, { id: 7 });
  void first.call(foo.tool, { id: 7, confirm_token });
  await world.clock.advance(0);
  first.connection.intercept = away;
  await world.clock.advance(60_000);
  return { world, first, second, answer, confirm: () => second.call(foo.tool, { id: 7, confirm_token }) };
}
