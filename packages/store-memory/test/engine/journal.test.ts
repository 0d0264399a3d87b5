import { createHash } from "node:crypto";
import { type Tier2Event, toToolResult } from "@holdpoint/tier2-core";
import { expect, test, vi } from "vitest";
import { isOutcome } from "./support/connection.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { alice, aWorld, outcomeOf } from "./support/world.js";

type Journal = (event: Tier2Event) => Promise<void>;

async function journaling(journal: Journal, changes: Parameters<typeof fooTool>[0] = {}) {
  const world = aWorld();
  const process = world.process({ journal });
  const foo = fooTool(changes);
  const confirm_token = await process.preview(foo.tool, { id: 7 });
  return { world, ...process, ...foo, confirm: () => process.call(foo.tool, { id: 7, confirm_token }) };
}

test("the intent is written before the handler starts", async () => {
  const written = deferred();
  const { world, confirm, starts } = await journaling(({ type }) =>
    type === "intent" ? written.promise : Promise.resolve(),
  );
  const confirming = confirm();
  await world.clock.advance(1_000);
  expect(starts).toEqual([]);
  written.resolve();
  expect(outcomeOf(await confirming)).toBe("ok");
  expect(starts).toHaveLength(1);
});

const proposed = { summary: "Will delete foo #7", preview: { foo_id: 7 }, params: { id: 7 } };

/** No policy, no hook, no state version: only a repetition would have been refused. */
const underNothing = {
  policies: { requested: [], allowed: [] },
  checks: {
    ...{ authorize: "none", enabled: "none", policy: "none", state: "none", risk: "none", duplicate: "holdpoint" },
  },
};

test("it says who, what, which operation, what was previewed, and who answered for what", async () => {
  const journal = vi.fn<Journal>(async () => {});
  const { world, confirm } = await journaling(journal);
  const { operationId } = await confirm();
  const about = { atMs: world.clock.nowMs(), server: "shop", tool: "delete_foo", requester: alice, operationId };
  expect(journal.mock.calls).toEqual([
    [{ ...about, type: "intent", ...proposed, ...underNothing }, { tx: undefined }],
    [
      { ...about, type: "completed", durationMs: 0, resultDigest: expect.any(String), ...underNothing },
      { tx: undefined },
    ],
  ]);
});

test("a completion names its result by the digest of the text that every replay repeats", async () => {
  const journal = vi.fn<Journal>(async () => {});
  const { confirm } = await journaling(journal);
  await confirm();
  const text = toToolResult(await confirm()).content[0]?.text ?? "";
  const resultDigest = createHash("sha256").update(text).digest("base64url");
  expect(journal.mock.lastCall?.[0]).toMatchObject({ type: "completed", resultDigest });
});

test.each<[string, Journal]>([
  ["rejects", () => Promise.reject(new Error("disk full"))],
  [
    "throws",
    () => {
      throw new Error("disk full");
    },
  ],
])("a journal that %s stops the effect, and the refusal is recorded", async (_how, journal) => {
  const { confirm, starts, told } = await journaling(journal);
  const refused = await confirm();
  expect(outcomeOf(refused)).toBe("not_executed/journal_unavailable");
  expect(starts).toEqual([]);
  expect(told("hook_failed")[0]).toMatchObject({ hook: "journal", error: { message: "disk full" } });
  expect(await confirm()).toEqual({ ...refused, replayed: true });
});

test("a journal that fails after the effect changes nothing about its answer", async () => {
  const { confirm, told } = await journaling(async ({ type }) => {
    if (type === "completed") throw new Error("disk full");
  });
  const first = await confirm();
  expect(outcomeOf(first)).toBe("ok");
  expect(await confirm()).toEqual({ ...first, replayed: true });
  expect(told("hook_failed")).toMatchObject([{ hook: "journal" }]);
});

test("the outcome is recorded before it is journaled", async () => {
  const { confirm, connection } = await journaling(async ({ type }) => {
    if (type === "completed") expect(connection.operations.filter(isOutcome)).toHaveLength(1);
  });
  await confirm();
  expect(connection.operations.filter(isOutcome)).toHaveLength(1);
});

test("what it does to its event reaches neither the handler nor the record", async () => {
  const { confirm, starts } = await journaling(async (event) => {
    if (event.type === "intent") (event.preview as { foo_id: number }).foo_id = 8;
  });
  await confirm();
  expect(starts[0]?.ctx.preview).toEqual({ foo_id: 7 });
});

test("replays and refusals of the token are not journaled again", async () => {
  const journal = vi.fn<Journal>(async () => {});
  const { confirm } = await journaling(journal);
  await confirm();
  await confirm();
  expect(journal).toHaveBeenCalledTimes(2);
});

test.each([
  ["failed", new Error("boom")],
  ["not_executed", Object.assign(new Error("closed"), { code: "not_executed" })],
])("%s is journaled as such", async (type, thrown) => {
  const journal = vi.fn<Journal>(async () => {});
  const { confirm } = await journaling(journal, {
    execute: () => {
      throw thrown;
    },
  });
  await confirm();
  expect(journal.mock.calls.map(([event]) => event.type)).toEqual(["intent", type]);
});

test("an observer that throws stops nothing", async () => {
  const onEvent = () => {
    throw new Error("metrics down");
  };
  const { call, preview } = aWorld().process({ onEvent });
  const { tool } = fooTool();
  expect(outcomeOf(await call(tool, { id: 7, confirm_token: await preview(tool, { id: 7 }) }))).toBe("ok");
});
