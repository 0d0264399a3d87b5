import { Tier2Error } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { loseReplies, type Operation } from "./support/connection.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { confirmed, duplicateOf } from "./support/repetition.js";
import { alice, aWorld, mallory, outcomeOf } from "./support/world.js";

const isOfFingerprint = ({ id }: Operation) => id.startsWith("d:");

describe("without an acknowledgement", () => {
  test("the same operation under a new token is refused, and the refusal names the one that ran and how to go on", async () => {
    const process = aWorld().process();
    const { tool, starts } = fooTool();
    const first = await confirmed(process, tool);
    const again = await confirmed(process, tool);
    expect(again.body).toEqual({
      ...{ status: "rejected", tool: "delete_foo", reason: "duplicate" },
      error: `The same operation (${first.operationId}) completed 0 s ago. This call executed nothing. To run it once more, get a new preview and confirm it with "acknowledge_duplicate": "${first.operationId}".`,
    });
    expect(starts).toHaveLength(1);
    expect(process.told("not_executed")).toHaveLength(1);
  });

  test("of two previews made before either was confirmed, both confirmed at once, one runs and the other is refused", async () => {
    const world = aWorld();
    const [one, other] = [world.process(), world.process()];
    const working = deferred<{ message: string }>();
    const { tool, starts } = fooTool({ execute: () => working.promise });
    const tokens = [await one.preview(tool, { id: 7 }), await other.preview(tool, { id: 7 })];
    const [running, refused] = tokens.map((confirm_token, nth) =>
      [one, other][nth]?.call(tool, { id: 7, confirm_token }),
    );
    const reply = await refused;
    expect(outcomeOf(reply as NonNullable<typeof reply>)).toBe("duplicate");
    expect(reply?.body).toMatchObject({ error: expect.stringContaining("is running now") });
    working.resolve({ message: "done" });
    expect((await running)?.status).toBe("ok");
    expect(starts).toHaveLength(1);
  });

  test("the refused token is spent, and the token of what ran still replays its answer", async () => {
    const process = aWorld().process();
    const { tool, starts } = fooTool();
    const [first, second] = [await process.preview(tool, { id: 7 }), await process.preview(tool, { id: 7 })];
    const ran = await process.call(tool, { id: 7, confirm_token: first });
    const refused = await process.call(tool, { id: 7, confirm_token: second });
    const late = { id: 7, confirm_token: second, acknowledge_duplicate: ran.operationId };
    expect(await process.call(tool, late)).toEqual({ ...refused, replayed: true });
    expect(await process.call(tool, { id: 7, confirm_token: first })).toEqual({ ...ran, replayed: true });
    expect(starts).toHaveLength(1);
  });

  test("one whose secrets alone differ is refused too", async () => {
    const process = aWorld().process();
    const { tool, starts } = fooTool({ secrets: ["password"] });
    await confirmed(process, tool, {}, { id: 7, password: "one" });
    expect(outcomeOf(await confirmed(process, tool, {}, { id: 7, password: "two" }))).toBe("duplicate");
    expect(starts).toHaveLength(1);
    expect(JSON.stringify(process.connection.operations)).not.toMatch(/"(one|two)"/);
  });

  test("operations that differ in params, tool, requester or server do not hinder each other", async () => {
    const world = aWorld();
    const process = world.process();
    const [foo, archive] = [fooTool(), fooTool({ name: "archive_foo" })];
    const outcomes = [
      await confirmed(process, foo.tool),
      await confirmed(process, foo.tool, {}, { id: 8 }),
      await confirmed(process, archive.tool),
      await confirmed(process, foo.tool, {}, { id: 7 }, { requester: mallory }),
      await confirmed(world.process({ server: "other" }), foo.tool),
    ];
    expect(outcomes.map(outcomeOf)).toEqual(Array(5).fill("ok"));
    expect([foo.starts.length, archive.starts.length]).toEqual([4, 1]);
  });

  test("a window after it ended, the same operation simply runs", async () => {
    const world = aWorld();
    const process = world.process();
    const { tool, starts } = fooTool();
    await confirmed(process, tool);
    await world.clock.advance(299_999);
    const shown = await process.preview(tool, { id: 7 });
    await world.clock.advance(1);
    expect((await process.call(tool, { id: 7, confirm_token: shown })).status).toBe("ok");
    expect(starts).toHaveLength(2);
  });

  test("the question comes after risk and before the intent is journaled", async () => {
    const order: string[] = [];
    const process = aWorld().process({
      risk: () => order.push("risk") > 0,
      journal: async ({ type }) => void order.push(type),
    });
    const { tool } = fooTool();
    process.connection.intercept = (operation, apply) => {
      if (operation.method === "insert" && isOfFingerprint(operation)) order.push("duplicate");
      return apply();
    };
    await confirmed(process, tool);
    await confirmed(process, tool);
    expect(order).toEqual([...["risk", "duplicate", "intent", "completed"], ...["risk", "duplicate", "not_executed"]]);
  });
});

describe("when the store fails at the fingerprint,", () => {
  test("the operation is not executed, says why, and hinders no later one", async () => {
    const world = aWorld();
    const process = world.process();
    const { tool, starts } = fooTool();
    const confirm_token = await process.preview(tool, { id: 7 });
    process.connection.intercept = async (operation, apply) => {
      if (isOfFingerprint(operation)) throw new Error("connection refused");
      return apply();
    };
    const reply = await world.within(1_000, process.call(tool, { id: 7, confirm_token }));
    expect(outcomeOf(reply)).toBe("not_executed/duplicates_unknown");
    expect(starts).toEqual([]);
    expect(process.told("hook_failed")).toEqual([
      expect.objectContaining({ hook: "duplicate", error: expect.objectContaining({ code: "store_unavailable" }) }),
    ]);
    expect((await confirmed(world.process(), tool)).status).toBe("ok");
  });

  test("a preview is refused: a duplicate that cannot be seen must not pass for none", async () => {
    const process = aWorld().process();
    const { tool } = fooTool();
    process.connection.intercept = async (operation, apply) => {
      if (isOfFingerprint(operation)) throw new Error("connection refused");
      return apply();
    };
    expect(outcomeOf(await process.call(tool, { id: 7 }))).toBe("store_unavailable");
    expect(process.connection.count("insert")).toBe(0);
  });

  test.each([1, 2])("a reply lost %i times is no duplicate of itself", async (times) => {
    const world = aWorld();
    const process = world.process();
    const { tool, starts } = fooTool();
    const first = await confirmed(process, tool);
    for (const added of [{ id: 8 }, { id: 7, acknowledge_duplicate: first.operationId }]) {
      const confirm_token = await process.preview(tool, { id: added.id });
      loseReplies(process.connection, times, (operation) => operation.method !== "get" && isOfFingerprint(operation));
      const reply = await world.within(1_000, process.call(tool, { ...added, confirm_token }));
      expect(reply.status).toBe("ok");
    }
    expect(starts).toHaveLength(3);
  });

  test.each([
    ["of another version", (state: string) => JSON.stringify({ ...JSON.parse(state), v: 2 })],
    ["that is no JSON", () => "{"],
  ])("a record %s is no guess: the preview rejects, and a claimed operation is not executed", async (_what, spoilt) => {
    const process = aWorld().process();
    const { tool, starts } = fooTool();
    await confirmed(process, tool);
    const confirm_token = await process.preview(tool, { id: 7 });
    process.connection.intercept = async (operation, apply) => {
      const answer = (await apply()) as { record?: { state: string } | null; state?: string } | null;
      if (!isOfFingerprint(operation) || answer === null) return answer;
      const { record } = answer;
      return record
        ? { ...answer, record: { ...record, state: spoilt(record.state) } }
        : { ...answer, state: spoilt(`${answer.state}`) };
    };
    await expect(process.call(tool, { id: 7 })).rejects.toThrow(Tier2Error);
    expect(outcomeOf(await process.call(tool, { id: 7, confirm_token }))).toBe("not_executed/duplicates_unknown");
    expect(starts).toHaveLength(1);
  });

  test("a store that refuses for ever what its own answers allow ends in a refusal, not in a loop", async () => {
    const process = aWorld().process();
    const { tool, starts } = fooTool();
    const confirm_token = await process.preview(tool, { id: 7 });
    const state = JSON.stringify({ v: 1, confirmationId: "c:0", before: [] });
    const forged = { tag: "op_0", state, body: "null", data: null, deadlineMs: 0, nowMs: 1e15, historyCurrent: true };
    process.connection.intercept = async (operation, apply) => {
      if (!isOfFingerprint(operation)) return apply();
      return {
        ok: false,
        why: operation.method === "insert" ? "taken" : "tag",
        record: { id: operation.id, ...forged },
      };
    };
    expect(outcomeOf(await process.call(tool, { id: 7, confirm_token }))).toBe("not_executed/duplicates_unknown");
    expect(starts).toEqual([]);
  });
});

test("an operation that the store lost counts as one in doubt", async () => {
  const world = aWorld();
  const process = world.process();
  const { tool, starts } = fooTool();
  const first = await confirmed(process, tool);
  process.connection.intercept = async (operation, apply) =>
    operation.method === "get" && !isOfFingerprint(operation) ? null : apply();
  expect(await duplicateOf(process, tool)).toMatchObject({ operation_id: first.operationId, status: "in_doubt" });
  expect(outcomeOf(await confirmed(process, tool))).toBe("duplicate");
  expect(starts).toHaveLength(1);
});

test("the requester's name of the token counts, not whose it is or which process it comes from", async () => {
  const process = aWorld().process();
  const { tool } = fooTool();
  await confirmed(process, tool);
  const same = { requester: { ...alice, subject: "user:alias", process: "p2" } };
  expect(outcomeOf(await confirmed(process, tool, {}, { id: 7 }, same))).toBe("duplicate");
});
