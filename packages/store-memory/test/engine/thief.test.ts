import { describe, expect, test } from "vitest";
import { fooTool } from "./support/foo-tool.js";
import { owner, states } from "./support/states.js";
import { aWorld, mallory, outcomeOf } from "./support/world.js";

const attempts = 1_000;

const wrongs = [
  { tokenId: "mallory" },
  { tokenId: "" },
  { toolName: "delete_bar" },
  { params: { id: 8 } },
  { params: {} },
  { tokenId: "mallory", toolName: "delete_bar", params: { id: 8 } },
];

describe.each(Object.keys(states))("a token whose record is %s", (state) => {
  test(`stands byte for byte as it was after ${attempts} refused attempts`, async () => {
    const world = aWorld();
    const { engine, connection } = world.process();
    const confirm_token = await engine.issueToken(owner);
    await states[state]?.(world, engine, confirm_token);
    const id = connection.confirmationId;
    const before = JSON.stringify(await world.store.get(id));
    const refused = await Promise.all(
      Array.from({ length: attempts }, (_, attempt) =>
        engine.consumeToken({ ...owner, ...wrongs[attempt % wrongs.length], confirm_token }),
      ),
    );
    expect(refused.filter(({ ok }) => ok)).toEqual([]);
    expect(JSON.stringify(await world.store.get(id))).toBe(before);
  });
});

test(`${attempts} calls of a thief burn nothing: the owner still executes, once`, async () => {
  const world = aWorld();
  const { call, preview } = world.process();
  const { tool, starts } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  const stolen = await Promise.all(
    Array.from({ length: attempts }, () => call(tool, { id: 7, confirm_token }, { requester: mallory })),
  );
  expect(new Set(stolen.map(outcomeOf))).toEqual(new Set(["wrong_owner"]));
  expect(starts).toEqual([]);
  expect(outcomeOf(await call(tool, { id: 7, confirm_token }))).toBe("ok");
  expect(starts).toHaveLength(1);
});

test("a thief learns nothing of the answer, nor which operation it was", async () => {
  const { call, preview } = aWorld().process();
  const { tool } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  await call(tool, { id: 7, confirm_token });
  const stolen = await call(tool, { id: 7, confirm_token }, { requester: mallory });
  expect(stolen).toEqual({
    status: "rejected",
    replayed: false,
    body: {
      status: "rejected",
      tool: "delete_foo",
      reason: "wrong_owner",
      error: "This confirm_token was issued to another requester.",
    },
  });
});
