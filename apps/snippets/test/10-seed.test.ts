import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { server, tier2 } from "../src/10-seed.js";
import { db } from "../src/app.js";
import { connect, envelopeOf, shown } from "./mcp-client.js";

/** The store's clock. It is moved by hand; the snippet stays as it is. */
const clock = vi.hoisted(() => ({ nowMs: 0 }));
vi.mock("@holdpoint/tier2-core", async (importOriginal) => {
  const core = await importOriginal<typeof import("@holdpoint/tier2-core")>();
  const { memoryStore } = await import("@holdpoint/tier2-store-memory");
  const store = memoryStore({ nowMs: () => clock.nowMs });
  const createTier2: typeof core.createTier2 = (options) =>
    core.createTier2({ ...options, store, waitForCompletionMs: 20 });
  return { ...core, createTier2 };
});
const { reasons } = await import("@holdpoint/tier2-core");

let agent: Awaited<ReturnType<typeof connect>>;
beforeAll(async () => {
  agent = await connect(server);
});
beforeEach(() => db.reset());
afterAll(async () => {
  await agent.close();
  await tier2.close();
});

test("the hand-written handler previews first, deletes once and replays its answer", async () => {
  const first = await agent.call("delete_foo", { id: 7 });
  const preview = envelopeOf(first);
  expect(first.isError).toBeUndefined();
  expect(first.structuredContent).toEqual(preview);
  expect(preview).toEqual({
    status: "confirmation_required",
    tool: "delete_foo",
    summary: "Will delete foo #7 'seven' and 3 related things.",
    preview: { foo_id: 7, foo_name: "seven", related_things_count: 3 },
    confirm_token: expect.stringMatching(/^cfm_[\w-]{32,}$/),
    confirm_instructions: `Review the preview above. If correct, call "delete_foo" again with the SAME arguments plus "confirm_token": "${preview.confirm_token}". Token expires in 5 minutes and is single-use.`,
  });
  expect(db.deletions()).toEqual([]);

  const confirm = { id: 7, confirm_token: preview.confirm_token };
  const confirmed = await agent.call("delete_foo", confirm);
  expect(confirmed.structuredContent).toMatchObject({ status: "ok", message: "Foo 7 deleted", foo: { name: "seven" } });
  expect(shown(await agent.call("delete_foo", confirm))).toEqual(shown(confirmed));
  expect(db.deletions()).toEqual([7]);
});

test("its own refusal is an error, and nobody unauthenticated calls it", async () => {
  const missing = await agent.call("delete_foo", { id: 8 });
  expect(missing.isError).toBe(true);
  expect(envelopeOf(missing)).toEqual({ status: "rejected", error: "Foo not found" });
  expect((await agent.call("delete_foo", { id: 7 }, "")).isError).toBe(true);
});

/** What has become of a token when it is used, and what its owner then hears with the same tool and arguments. */
const records = {
  pending: { age: async () => {}, right: "ok" },
  expired: {
    age: async () => {
      clock.nowMs += 300_001;
    },
    right: "expired",
  },
  "in flight": { age: consumed, right: "unknown_or_used" },
  "in doubt": {
    age: async (record: Issued) => {
      await consumed(record);
      clock.nowMs += 61_000;
    },
    right: "unknown_or_used",
  },
  ended: { age: completed, right: "ok" },
  "ended, its answer no longer kept": {
    age: async (record: Issued) => {
      await completed(record);
      clock.nowMs += 301_000;
    },
    right: "unknown_or_used",
  },
} as const;

interface Issued {
  confirm_token: string;
  toolName: string;
}
const owned = { tokenId: "alice", params: { id: 7 } };

async function consumed(record: Issued): Promise<void> {
  expect(await tier2.consumeToken({ ...owned, ...record })).toMatchObject({ ok: true });
}

async function completed(record: Issued): Promise<void> {
  await consumed(record);
  const done = tier2.doneResponse({ tool: record.toolName, message: "Foo 7 deleted" });
  await tier2.recordCompletion(record.confirm_token, done);
}

/** Every combination of mismatches, with the first of them in the contract's order. */
const uses = [
  { owner: false, tool: false, params: false, first: "wrong_owner" },
  { owner: false, tool: false, params: true, first: "wrong_owner" },
  { owner: false, tool: true, params: false, first: "wrong_owner" },
  { owner: false, tool: true, params: true, first: "wrong_owner" },
  { owner: true, tool: false, params: false, first: "wrong_tool" },
  { owner: true, tool: false, params: true, first: "wrong_tool" },
  { owner: true, tool: true, params: false, first: "params_changed" },
  { owner: true, tool: true, params: true, first: undefined },
] as const;

describe.each(Object.entries(records))("a token whose record is %s", (state, { age, right }) => {
  test.each(uses)("used by the owner: $owner, for the tool: $tool, with the params: $params", async (use) => {
    const toolName = use.tool ? "delete_foo" : "archive_foo";
    const confirm_token = await tier2.issueToken({ ...owned, toolName });
    await age({ confirm_token, toolName });
    const args = { id: use.params ? 7 : 8, confirm_token };
    const result = await agent.call("delete_foo", args, use.owner ? "alice" : "mallory");
    const expected = use.first ?? right;
    if (expected === "ok") {
      expect(envelopeOf(result)).toMatchObject({ status: "ok", message: "Foo 7 deleted" });
    } else {
      expect(result.isError).toBe(true);
      expect(envelopeOf(result)).toEqual({
        status: "rejected",
        tool: "delete_foo",
        error: reasons[expected].sentence,
        reason: expected,
      });
    }
    const executesNow = use.first === undefined && state === "pending";
    expect(db.deletions()).toEqual(executesNow ? [7] : []);
  });
});

test("a token that nobody issued is unknown, to whomever", async () => {
  for (const confirm_token of [`cfm_${"A".repeat(43)}`, "cfm_", "yes"]) {
    for (const caller of ["alice", "mallory"]) {
      const result = await agent.call("delete_foo", { id: 7, confirm_token }, caller);
      expect(envelopeOf(result)).toMatchObject({ status: "rejected", reason: "unknown_or_used" });
    }
  }
  expect(db.deletions()).toEqual([]);
});

test("a thief burns nothing: after each refusal the owner's token still works", async () => {
  const { confirm_token } = envelopeOf(await agent.call("delete_foo", { id: 7 }));
  await agent.call("delete_foo", { id: 7, confirm_token }, "mallory");
  await agent.call("delete_foo", { id: 8, confirm_token });
  expect(envelopeOf(await agent.call("delete_foo", { id: 7, confirm_token }))).toMatchObject({ status: "ok" });
  expect(db.deletions()).toEqual([7]);
});
