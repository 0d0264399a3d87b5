import { defineTier2Tool, NotExecuted, type Reply } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { abandon, forever } from "./support/abandoned.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { acknowledging, confirmed, duplicateOf } from "./support/repetition.js";
import { aWorld, mallory, outcomeOf, type Process } from "./support/world.js";

const restart = () => {
  let restarts = 0;
  const tool = defineTier2Tool({
    name: "restart",
    category: "send",
    preview: () => ({ summary: "Will restart the server.", preview: {} }),
    execute: () => ({ message: `Restart ${++restarts}` }),
  });
  return { tool, restarts: () => restarts };
};

test("a deliberate second restart takes what its preview says, and a third one likewise", async () => {
  const process = aWorld().process();
  const { tool, restarts } = restart();
  await confirmed(process, tool, {}, {});
  for (const nth of [2, 3]) {
    const { body } = await process.call(tool, {});
    const { confirm_token, confirm_instructions } = body as { confirm_token: string; confirm_instructions: string };
    const added = JSON.parse(`{${confirm_instructions.match(/"acknowledge_duplicate": "[^"]+"/)?.[0]}}`);
    const reply = await process.call(tool, { confirm_token, ...added });
    expect(reply.body).toMatchObject({ status: "ok", message: `Restart ${nth}` });
    expect(restarts()).toBe(nth);
    expect(await process.call(tool, { confirm_token, ...added })).toEqual({ ...reply, replayed: true });
  }
});

describe("an acknowledgement", () => {
  test.each<[string, (first: Reply, second: Reply) => unknown]>([
    ["of an operation before the last one", (first) => first.operationId],
    ["of an operation that nobody knows", () => "op_AAAAAAAAAAAAAAAAAAAAAAAA"],
    ["in other letters", (_first, second) => second.operationId?.toUpperCase()],
  ])("%s is none: the refusal names the one that counts", async (_what, named) => {
    const process = aWorld().process();
    const { tool, starts } = fooTool();
    const first = await confirmed(process, tool);
    const second = await confirmed(process, tool, acknowledging(first));
    const third = await confirmed(process, tool, { acknowledge_duplicate: named(first, second) });
    expect(third.body).toMatchObject({
      reason: "duplicate",
      error: expect.stringContaining(`(${second.operationId})`),
    });
    expect(starts).toHaveLength(2);
  });

  test("of the operation itself is none", async () => {
    const process = aWorld().process();
    const { tool, starts } = fooTool();
    await confirmed(process, tool);
    const own = await process.call(tool, { id: 7 });
    const { confirm_token } = own.body as { confirm_token: string };
    const reply = await process.call(tool, { id: 7, confirm_token, ...acknowledging(own) });
    expect(outcomeOf(reply)).toBe("duplicate");
    expect(starts).toHaveLength(1);
  });

  test("of another requester's, another tool's or other params' operation is none", async () => {
    const process = aWorld().process();
    const { tool, starts } = fooTool();
    await confirmed(process, tool);
    const foreign = [
      await confirmed(process, tool, {}, { id: 8 }),
      await confirmed(process, tool, {}, { id: 7 }, { requester: mallory }),
      await confirmed(process, fooTool({ name: "archive_foo" }).tool),
    ];
    for (const operation of foreign) {
      expect(outcomeOf(await confirmed(process, tool, acknowledging(operation)))).toBe("duplicate");
    }
    expect(starts).toHaveLength(3);
  });

  test("given where there is no duplicate any more does no harm", async () => {
    const world = aWorld();
    const process = world.process();
    const { tool, starts } = fooTool();
    const first = await confirmed(process, tool);
    await world.clock.advance(300_000);
    expect((await confirmed(process, tool, acknowledging(first))).status).toBe("ok");
    expect(starts).toHaveLength(2);
  });

  test("on the first call acknowledges nothing", async () => {
    const process = aWorld().process();
    const { tool, starts } = fooTool();
    const first = await confirmed(process, tool);
    const confirm_token = await process.preview(tool, { id: 7, ...acknowledging(first) });
    expect(outcomeOf(await process.call(tool, { id: 7, confirm_token }))).toBe("duplicate");
    expect(starts).toHaveLength(1);
  });

  test("is no argument: the handler does not see it, and the params count as unchanged", async () => {
    const process = aWorld().process();
    const { tool, starts } = fooTool();
    await confirmed(process, tool, acknowledging(await confirmed(process, tool)));
    expect(starts.map(({ params }) => params)).toEqual([{ id: 7 }, { id: 7 }]);
  });

  test.each([undefined, null, ""])("of %j counts as none", async (empty) => {
    const process = aWorld().process();
    const { tool } = fooTool();
    expect((await confirmed(process, tool, { acknowledge_duplicate: empty })).status).toBe("ok");
    expect(outcomeOf(await confirmed(process, tool, { acknowledge_duplicate: empty }))).toBe("duplicate");
  });

  test.each([true, 7, {}, ["op_x"]])("of %j is invalid_params on both calls, and burns no token", async (odd) => {
    const process = aWorld().process();
    const { tool, starts } = fooTool();
    const confirm_token = await process.preview(tool, { id: 7 });
    for (const args of [{ id: 7 }, { id: 7, confirm_token }]) {
      const { body } = await process.call(tool, { ...args, acknowledge_duplicate: odd });
      expect(body).toMatchObject({ reason: "invalid_params", error: expect.stringContaining("acknowledge_duplicate") });
    }
    expect(starts).toEqual([]);
    expect((await process.call(tool, { id: 7, confirm_token })).status).toBe("ok");
  });
});

describe("two that acknowledge the same operation", () => {
  test("at once: one runs, and the other is told of that one", async () => {
    const world = aWorld();
    const processes = [world.process(), world.process()];
    const { tool, starts } = fooTool();
    const first = await confirmed(processes[0] as Process, tool);
    const tokens = await Promise.all(processes.map((process) => process.preview(tool, { id: 7 })));
    const replies = await Promise.all(
      processes.map((process, nth) =>
        process.call(tool, { id: 7, confirm_token: tokens[nth], ...acknowledging(first) }),
      ),
    );
    expect(replies.map(outcomeOf).sort()).toEqual(["duplicate", "ok"]);
    const ran = replies.find(({ status }) => status === "ok");
    const refused = replies.find(({ status }) => status === "rejected");
    expect(refused?.body).toMatchObject({ error: expect.stringContaining(`(${ran?.operationId})`) });
    expect(starts).toHaveLength(2);
  });
});

describe("an acknowledged operation", () => {
  test("that still runs is not waited for", async () => {
    const world = aWorld();
    const process = world.process();
    const working = deferred<{ message: string }>();
    const { tool, starts } = fooTool({ execute: () => working.promise });
    const replies = [confirmed(process, tool)];
    await world.clock.advance(0);
    const running = await duplicateOf(process, tool);
    replies.push(confirmed(process, tool, { acknowledge_duplicate: running?.operation_id }));
    await world.clock.advance(0);
    expect(starts).toHaveLength(2);
    working.resolve({ message: "done" });
    expect((await Promise.all(replies)).map(outcomeOf)).toEqual(["ok", "ok"]);
  });

  test("in doubt is superseded by the one that ran knowingly: a window later nothing is asked any more", async () => {
    const world = aWorld();
    const foo = fooTool({ execute: forever });
    const doubt = await abandon(world, world.process(), foo);
    const process = world.process();
    const { tool } = fooTool();
    expect(outcomeOf(await confirmed(process, tool))).toBe("duplicate");
    expect((await confirmed(process, tool, acknowledging(doubt))).status).toBe("ok");
    await world.clock.advance(300_000);
    expect(await duplicateOf(process, tool)).toBeUndefined();
  });
});

describe("a repetition that was not executed", () => {
  const willing = { now: true };
  const onlyIfWilling = () => {
    if (!willing.now) throw new NotExecuted("closed");
    return { message: "done" };
  };

  test("hides no operation before it: one that completed is named again, to the end of its own window", async () => {
    const world = aWorld();
    const process = world.process();
    const { tool } = fooTool({ execute: onlyIfWilling });
    const first = await confirmed(process, tool);
    await world.clock.advance(100_000);
    willing.now = false;
    expect(outcomeOf(await confirmed(process, tool, acknowledging(first)))).toBe("not_executed");
    willing.now = true;
    const named = { operation_id: first.operationId, status: "completed" };
    expect(await duplicateOf(process, tool)).toEqual({ ...named, seconds_ago: 100 });
    expect(outcomeOf(await confirmed(process, tool))).toBe("duplicate");
    await world.clock.advance(199_999);
    expect(await duplicateOf(process, tool)).toEqual({ ...named, seconds_ago: 299 });
    await world.clock.advance(1);
    expect(await duplicateOf(process, tool)).toBeUndefined();
    expect((await confirmed(process, tool)).status).toBe("ok");
  });

  test("hides no doubt, however many tried and however many days pass", async () => {
    const world = aWorld();
    const doubt = await abandon(world, world.process(), fooTool({ execute: forever }));
    const process = world.process();
    const { tool, starts } = fooTool({ execute: onlyIfWilling });
    willing.now = false;
    for (const _ of [1, 2, 3]) {
      expect(outcomeOf(await confirmed(process, tool, acknowledging(doubt)))).toBe("not_executed");
    }
    willing.now = true;
    await world.clock.advance(86_400_000 * 3);
    expect(await duplicateOf(process, tool)).toMatchObject({ operation_id: doubt.operationId, status: "in_doubt" });
    expect(outcomeOf(await confirmed(process, tool))).toBe("duplicate");
    expect(starts).toHaveLength(3);
    expect((await confirmed(process, tool, acknowledging(doubt))).status).toBe("ok");
  });

  test("hides no doubt even where the store failed when it was to be named again", async () => {
    const world = aWorld();
    const doubt = await abandon(world, world.process(), fooTool({ execute: forever }));
    const process = world.process();
    const { tool } = fooTool({ execute: onlyIfWilling });
    willing.now = false;
    process.connection.intercept = async ({ method, id, write }, apply) => {
      if (method === "swap" && id.startsWith("d:") && write?.deadlineInMs === undefined) throw new Error("away");
      return apply();
    };
    expect(outcomeOf(await confirmed(process, tool, acknowledging(doubt)))).toBe("not_executed");
    for (const days of [0, 3]) {
      await world.clock.advance(86_400_000 * days);
      const named = { operation_id: doubt.operationId, status: "in_doubt" };
      expect(await duplicateOf(world.process(), tool)).toMatchObject(named);
    }
  });

  test("hides no chain of doubts that were acknowledged one after the other", async () => {
    const world = aWorld();
    const { tool } = fooTool({
      execute: forever,
      reconcile: () => ({ outcome: settled ? "not_executed" : "unknown" }),
    });
    let settled = false;
    const first = await abandon(world, world.process(), fooTool({ execute: forever }));
    const dying = world.process();
    const second = await dying.call(tool, { id: 7 });
    const { confirm_token } = second.body as { confirm_token: string };
    void dying.call(tool, { id: 7, confirm_token, ...acknowledging(first) });
    await world.clock.advance(0);
    dying.die();
    await world.clock.advance(60_000);
    const process = world.process();
    expect(await duplicateOf(process, tool)).toMatchObject({ operation_id: second.operationId, status: "in_doubt" });
    willing.now = false;
    const third = await confirmed(process, fooTool({ execute: onlyIfWilling }).tool, acknowledging(second));
    expect(outcomeOf(third)).toBe("not_executed");
    settled = true;
    // The same call as a retry has the system of record asked: the second one never ran.
    expect(outcomeOf(await process.call(tool, { id: 7, confirm_token }))).toBe("not_executed");
    expect(await duplicateOf(process, tool)).toMatchObject({ operation_id: first.operationId, status: "in_doubt" });
    expect(await duplicateOf(process, tool)).toMatchObject({ seconds_ago: 120 });
  });
});
