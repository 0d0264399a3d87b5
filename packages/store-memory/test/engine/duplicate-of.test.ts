import { NotExecuted, refuse } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { abandon, forever } from "./support/abandoned.js";
import { isOutcome } from "./support/connection.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { confirmed, duplicateOf } from "./support/repetition.js";
import { alice, aWorld, mallory, outcomeOf } from "./support/world.js";

const day = 86_400_000;

describe("a preview names the same operation", () => {
  test("while it runs, with the time since it started", async () => {
    const world = aWorld();
    const process = world.process();
    const working = deferred<{ message: string }>();
    const { tool } = fooTool({ execute: () => working.promise });
    const first = await process.call(tool, { id: 7 });
    const { confirm_token } = first.body as { confirm_token: string };
    const running = process.call(tool, { id: 7, confirm_token });
    await world.clock.advance(12_345);
    expect(await duplicateOf(process, tool)).toEqual({
      ...{ operation_id: first.operationId, status: "in_flight", seconds_ago: 12 },
    });
    working.resolve({ message: "done" });
    await running;
    expect(await duplicateOf(process, tool)).toMatchObject({ status: "completed", seconds_ago: 0 });
  });

  test("for 300 s after it completed, and not an instant longer", async () => {
    const world = aWorld();
    const process = world.process();
    const { tool } = fooTool();
    const { operationId } = await confirmed(process, tool);
    await world.clock.advance(299_999);
    expect(await duplicateOf(process, tool)).toEqual({
      ...{ operation_id: operationId, status: "completed", seconds_ago: 299 },
    });
    await world.clock.advance(1);
    expect(await duplicateOf(process, tool)).toBeUndefined();
  });

  test("for as long as duplicateWindowMs says, also when that outlasts the answer's retention and its tombstone", async () => {
    const world = aWorld();
    const process = world.process({ duplicateWindowMs: 3 * day });
    const { tool } = fooTool();
    await confirmed(process, tool);
    await world.within(1_000, process.engine.sweeper.stop());
    for (let hour = 1_000; hour < 3 * day; hour += day / 2) {
      expect(await duplicateOf(process, tool)).toMatchObject({ status: "completed" });
      await world.clock.advance(day / 2);
    }
    expect(await duplicateOf(process, tool)).toBeUndefined();
  });

  test("after it failed, since nobody knows whether it took effect", async () => {
    const process = aWorld().process();
    const { tool } = fooTool({
      execute: () => {
        throw new Error("boom");
      },
    });
    const { operationId } = await confirmed(process, tool);
    expect(await duplicateOf(process, tool)).toMatchObject({ operation_id: operationId, status: "failed" });
  });

  test("whose process died, for ever: days and a thousand sweeps later it is still in doubt", async () => {
    const world = aWorld();
    const foo = fooTool({ execute: forever });
    const { operationId } = await abandon(world, world.process(), foo);
    const process = world.process({ sweepIntervalMs: 10 * 60_000 });
    const seen = () => duplicateOf(process, foo.tool);
    expect(await seen()).toEqual({ operation_id: operationId, status: "in_doubt", seconds_ago: 60 });
    await world.clock.advance(7 * day);
    expect(process.connection.count("sweep")).toBeGreaterThan(1_000);
    expect(await seen()).toEqual({
      ...{ operation_id: operationId, status: "in_doubt", seconds_ago: 60 + (7 * day) / 1_000 },
    });
  });

  test("whose answer could not be recorded, as in doubt", async () => {
    const world = aWorld();
    const process = world.process();
    const { tool } = fooTool();
    process.connection.intercept = async (operation, apply) => {
      if (isOutcome(operation)) throw new Error("disk full");
      return apply();
    };
    expect((await world.within(60_000, confirmed(process, tool))).status).toBe("ok");
    await world.clock.advance(7 * day);
    expect(await duplicateOf(world.process(), tool)).toMatchObject({ status: "in_doubt" });
  });

  test("that another process of the deployment runs", async () => {
    const world = aWorld();
    const { tool } = fooTool();
    await confirmed(world.process(), tool);
    expect(await duplicateOf(world.process(), tool)).toMatchObject({ status: "completed" });
  });

  test("although its params came in another order, or with a default left out or spelt out", async () => {
    const process = aWorld().process();
    const { tool } = fooTool();
    await confirmed(process, tool, {}, { id: 7, note: "n" });
    expect(await duplicateOf(process, tool, { note: "n", id: 7, unknown: true })).toMatchObject({
      status: "completed",
    });
  });

  test("although its secrets were others: they are no part of what makes two operations the same", async () => {
    const process = aWorld().process();
    const { tool } = fooTool({ secrets: ["password"] });
    await confirmed(process, tool, {}, { id: 7, password: "one" });
    expect(await duplicateOf(process, tool, { id: 7, password: "two" })).toMatchObject({ status: "completed" });
    expect(await duplicateOf(process, tool, { id: 7 })).toMatchObject({ status: "completed" });
  });

  test("once it is reconciled as completed, until a window after that", async () => {
    const world = aWorld();
    const foo = fooTool({ execute: forever, reconcile: () => ({ outcome: "completed", message: "deleted" }) });
    await abandon(world, world.process(), foo);
    const process = world.process({ tools: [foo.tool] });
    await world.within(1_000, process.engine.sweeper.sweep());
    await world.clock.advance(298_000);
    expect(await duplicateOf(process, foo.tool)).toMatchObject({ status: "completed", seconds_ago: 299 });
    await world.clock.advance(1_000);
    expect(await duplicateOf(process, foo.tool)).toBeUndefined();
  });
});

describe("a preview names nothing", () => {
  test.each<[string, Parameters<typeof fooTool>[0]]>([
    ["whose handler refused", { execute: () => refuse("no such foo") }],
    [
      "whose handler says that it did nothing",
      {
        execute: () => {
          throw new NotExecuted("closed");
        },
      },
    ],
    [
      "that a gate refused after the claim",
      { preview: () => ({ summary: "s", preview: {}, stateVersion: `${Math.random()}` }) },
    ],
  ])("after an operation %s", async (_what, changes) => {
    const process = aWorld().process();
    const { tool } = fooTool(changes);
    expect((await confirmed(process, tool)).status).toBe("rejected");
    expect(await duplicateOf(process, tool)).toBeUndefined();
  });

  test("after an operation whose intent could not be journaled", async () => {
    const process = aWorld().process({ journal: () => Promise.reject(new Error("disk full")) });
    const { tool, starts } = fooTool();
    expect(outcomeOf(await confirmed(process, tool))).toBe("not_executed/journal_unavailable");
    expect(starts).toEqual([]);
    expect(await duplicateOf(process, tool)).toBeUndefined();
  });

  test("after an operation that is reconciled as not executed", async () => {
    const world = aWorld();
    const foo = fooTool({ execute: forever, reconcile: () => ({ outcome: "not_executed" }) });
    await abandon(world, world.process(), foo);
    const process = world.process({ tools: [foo.tool] });
    await world.within(1_000, process.engine.sweeper.sweep());
    expect(await duplicateOf(process, foo.tool)).toBeUndefined();
  });

  test("after a mere preview, or one that expired", async () => {
    const world = aWorld();
    const process = world.process();
    const { tool } = fooTool();
    const confirm_token = await process.preview(tool, { id: 7 });
    expect(await duplicateOf(process, tool)).toBeUndefined();
    await world.clock.advance(300_000);
    expect(outcomeOf(await process.call(tool, { id: 7, confirm_token }))).toBe("expired");
    expect(await duplicateOf(process, tool)).toBeUndefined();
  });

  test("of other params, another tool, another requester or another server", async () => {
    const world = aWorld();
    const process = world.process();
    const { tool } = fooTool();
    await confirmed(process, tool);
    expect(await duplicateOf(process, tool, { id: 8 })).toBeUndefined();
    expect(await duplicateOf(process, tool, { id: 7, note: "" })).toBeUndefined();
    expect(await duplicateOf(process, fooTool({ name: "archive_foo" }).tool)).toBeUndefined();
    expect(await duplicateOf(process, tool, { id: 7 }, { requester: mallory })).toBeUndefined();
    expect(await duplicateOf(world.process({ server: "other" }), tool)).toBeUndefined();
    const sameToken = { requester: { ...alice, process: "another" } };
    expect(await duplicateOf(process, tool, { id: 7 }, sameToken)).toMatchObject({ status: "completed" });
  });

  test("of a tool whose duplicates are allowed, which then runs as often as it is confirmed", async () => {
    const process = aWorld().process();
    const { tool, starts } = fooTool({ duplicates: "allow" });
    for (let run = 1; run <= 3; run += 1) {
      expect(await duplicateOf(process, tool)).toBeUndefined();
      expect((await confirmed(process, tool)).status).toBe("ok");
      expect(starts).toHaveLength(run);
    }
    expect(process.connection.asked.filter((what) => what.endsWith("d:"))).toEqual([]);
  });

  test("of what a hand-written handler did, whose functions take no part in this", async () => {
    const process = aWorld().process();
    const { tool } = fooTool();
    const bound = { tokenId: alice.tokenId, toolName: "delete_foo", params: { id: 7 } };
    for (const _ of [1, 2]) {
      const confirm_token = await process.engine.issueToken(bound);
      expect(await process.engine.consumeToken({ ...bound, confirm_token })).toMatchObject({ ok: true });
      await process.engine.recordCompletion(confirm_token, { done: true });
    }
    expect(await duplicateOf(process, tool)).toBeUndefined();
  });
});
