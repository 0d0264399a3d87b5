import { expect, test } from "vitest";
import { eventsObserver, type Subject } from "../src/index.js";
import { openBench } from "../src/matrix/bench.js";

const events: { name: string }[] = [];
const observer = eventsObserver({ name: "events", watches: "a list", effect: "trail", read: async () => events });
const subject: Subject = {
  name: "a list",
  connect: async () => ({
    tools: async () => [],
    call: async (tool) => {
      events.push({ name: tool });
      return { kind: "answered", isError: false, text: "" };
    },
    callAndCut: async () => ({ kind: "cut", received: true }),
    close: async () => {},
  }),
};
const options = { subject, observers: [observer], settle: { settleMs: 1, maxLooks: 5 }, spend: () => {} };

test("what happens between two calls belongs to the first of them", async () => {
  const bench = openBench({ ...options, reset: undefined });
  await bench.fresh();
  const first = await bench.step("first", {}, async (on) => [await on.call("one", {})]);
  events.push({ name: "late" });
  const second = await bench.step("second", {}, async (on) => [await on.call("two", {})]);
  expect(first.changes.map(({ after }) => after?.name)).toEqual(["one", "late"]);
  expect(second.changes.map(({ after }) => after?.name)).toEqual(["two"]);
});

test("the target is reset where something changed, and left alone where nothing did", async () => {
  let resets = 0;
  const reset = async () => {
    resets += 1;
  };
  const bench = openBench({ ...options, reset });
  await bench.fresh();
  await bench.fresh();
  expect(resets).toBe(1);
  await bench.step("call", {}, async (on) => [await on.call("one", {})]);
  await bench.fresh();
  expect([resets, bench.net()]).toEqual([2, []]);
});

test("what never settles is said to", async () => {
  const restless = eventsObserver({
    name: "restless",
    watches: "a clock",
    effect: "trail",
    read: async () => [...events, { name: `${events.push({ name: "tick" })}` }],
  });
  const bench = openBench({ ...options, observers: [restless], reset: undefined });
  await bench.fresh();
  expect((await bench.step("no call", {}, async () => [])).settled).toBe(false);
});
