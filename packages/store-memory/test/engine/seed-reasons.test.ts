import { describe, expect, test } from "vitest";
import { owner, states } from "./support/states.js";
import { aWorld } from "./support/world.js";

const others = { tokenId: "mallory", toolName: "delete_bar", params: { id: 8 } };
const { tokenId, toolName, params } = others;

async function setUp(state = "pending") {
  const world = aWorld();
  const { engine } = world.process();
  const confirm_token = await engine.issueToken(owner);
  await states[state]?.(world, engine, confirm_token);
  return { world, engine, confirm_token };
}

describe.each(Object.keys(states))("a record that is %s", (state) => {
  test.each([
    ["wrong_owner", { tokenId, toolName, params }],
    ["wrong_owner", { tokenId, toolName }],
    ["wrong_owner", { tokenId, params }],
    ["wrong_owner", { tokenId }],
    ["wrong_tool", { toolName, params }],
    ["wrong_tool", { toolName }],
    ["params_changed", { params }],
  ])("says %s for %o and nothing more", async (reason, wrong) => {
    const { engine, confirm_token } = await setUp(state);
    expect(await engine.consumeToken({ ...owner, ...wrong, confirm_token })).toEqual({ ok: false, reason });
  });
});

test.each([
  ["expired, still kept", { ok: false, reason: "expired" }],
  ["expired, payload gone", { ok: false, reason: "expired" }],
  ["in flight", { ok: false, reason: "unknown_or_used", detail: "in_flight", retry_after_ms: 5_000 }],
  ["in doubt", { ok: false, reason: "unknown_or_used", detail: "in_doubt" }],
  ["a tombstone", { ok: false, reason: "unknown_or_used", detail: "already_executed" }],
])("to its owner with the same tool and params, a record that is %s says so", async (state, answer) => {
  const { engine, confirm_token } = await setUp(state);
  expect(await engine.consumeToken({ ...owner, confirm_token })).toEqual(answer);
});

test("a token that was never issued, or was forgotten a day after it expired, is unknown_or_used", async () => {
  const { world, engine, confirm_token } = await setUp();
  const unknown = { ok: false, reason: "unknown_or_used" };
  expect(await engine.consumeToken({ ...owner, confirm_token: `cfm_${"x".repeat(43)}` })).toEqual(unknown);
  await world.clock.advance(300_000 + 86_400_000);
  expect(await engine.consumeToken({ ...owner, confirm_token })).toEqual(unknown);
});

test.each(["", "nonsense", "cfm", `cfm_${"x".repeat(300)}`])(
  "a token of another shape is unknown_or_used without a trip to the store: %j",
  async (confirm_token) => {
    const { engine, connection } = aWorld().process();
    expect(await engine.consumeToken({ ...owner, confirm_token })).toEqual({ ok: false, reason: "unknown_or_used" });
    expect(connection.operations).toEqual([]);
  },
);

test("a token of another server of the same store is of the wrong tool", async () => {
  const { world, confirm_token } = await setUp();
  const { engine } = world.process({ server: "warehouse" });
  expect(await engine.consumeToken({ ...owner, confirm_token })).toEqual({ ok: false, reason: "wrong_tool" });
});

test("another process of the same server may confirm", async () => {
  const { world, confirm_token } = await setUp();
  expect(await world.process().engine.consumeToken({ ...owner, confirm_token })).toMatchObject({ ok: true });
});

test.each([
  [{ id: 7, force: null }, { id: 7 }],
  [{ id: 7, force: "" }, { id: 7 }],
  [{ id: 7 }, { id: "7" }],
  [{ ids: [1, 2] }, { ids: [2, 1] }],
  [{ name: "caf\u00e9" }, { name: "cafe\u0301" }],
])("%j and %j are different params", async (before, after) => {
  const { engine } = await setUp();
  const confirm_token = await engine.issueToken({ ...owner, params: before });
  const consumed = await engine.consumeToken({ ...owner, params: after, confirm_token });
  expect(consumed).toEqual({ ok: false, reason: "params_changed" });
});

test("an undefined member counts as absent", async () => {
  const { engine, confirm_token } = await setUp();
  const params = { id: 7, force: undefined };
  expect(await engine.consumeToken({ ...owner, params, confirm_token })).toMatchObject({ ok: true });
});
