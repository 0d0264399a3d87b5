import { expect, test } from "vitest";
import { isClaim, loseReplies } from "./support/connection.js";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

test.each([1, 2])(
  "a consume whose reply is lost %i times is recognised as its own, and executes once",
  async (times) => {
    const world = aWorld();
    const { call, preview, connection } = world.process();
    const { tool, starts } = fooTool();
    const confirm_token = await preview(tool, { id: 7 });
    loseReplies(connection, times, isClaim);
    const first = await world.within(1_000, call(tool, { id: 7, confirm_token }));
    expect(outcomeOf(first)).toBe("ok");
    expect(connection.operations.filter(isClaim)).toHaveLength(times + 1);
    expect(new Set(connection.operations.filter(isClaim).map(({ write }) => write?.tag)).size).toBe(1);
    expect(starts).toHaveLength(1);
    expect(await call(tool, { id: 7, confirm_token })).toEqual({ ...first, replayed: true });
  },
);

test("200 of 200 lost consume replies execute exactly once each", async () => {
  const world = aWorld();
  const { call, preview, connection } = world.process();
  const { tool, starts } = fooTool();
  for (let id = 0; id < 200; id += 1) {
    const confirm_token = await preview(tool, { id });
    loseReplies(connection, 1, isClaim);
    expect(outcomeOf(await world.within(20, call(tool, { id, confirm_token })))).toBe("ok");
  }
  expect(starts.map(({ params }) => params.id)).toEqual(Array.from({ length: 200 }, (_, id) => id));
});

test("a duplicate never takes a lost claim for its own", async () => {
  const world = aWorld();
  const first = world.process();
  const { tool, starts } = fooTool();
  const confirm_token = await first.preview(tool, { id: 7 });
  loseReplies(first.connection, 1, isClaim);
  const confirming = first.call(tool, { id: 7, confirm_token });
  await world.clock.advance(10);
  expect(starts).toHaveLength(0);
  expect(outcomeOf(await world.process().call(tool, { id: 7, confirm_token }))).toBe("unknown_or_used/in_flight");
  await world.within(10, confirming);
  expect(starts).toHaveLength(1);
});

test("an insert whose reply is lost gives one token for one record", async () => {
  const world = aWorld();
  const { call, preview, connection, told } = world.process();
  const { tool } = fooTool();
  loseReplies(connection, 1, ({ method }) => method === "insert");
  const confirm_token = await world.within(1_000, preview(tool, { id: 7 }));
  const inserts = connection.operations.filter(({ method }) => method === "insert");
  expect(inserts).toHaveLength(2);
  expect(new Set(inserts.map(({ id }) => id)).size).toBe(1);
  expect(told("proposed")).toHaveLength(1);
  expect(outcomeOf(await call(tool, { id: 7, confirm_token }))).toBe("ok");
});
