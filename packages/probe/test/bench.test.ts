import { expect, test } from "vitest";
import { eventsObserver, probe, type Subject } from "../src/index.js";
import { openBench } from "../src/matrix/bench.js";
import type { Step } from "../src/matrix/observed.js";
import { verdictOn } from "./support/told.js";

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

test("what lands when a call seemed over belongs to it, and not to the call that follows", async () => {
  const later = (ms: number): Subject => ({
    ...subject,
    connect: async () => ({
      ...(await subject.connect()),
      async call(tool) {
        setTimeout(() => events.push({ name: tool }), ms);
        return { kind: "answered", isError: false, text: "queued" };
      },
    }),
  });
  const names = (step: Step) => step.changes.map(({ after }) => after?.name);
  const settle = { settleMs: 50, maxLooks: 20 };
  const bench = openBench({ ...options, subject: later(300), settle, reset: undefined });
  await bench.fresh();
  const first = await bench.step("first", {}, async (on) => [await on.call("one", {})]);
  const second = await bench.step("second", {}, async (on) => [await on.call("two", {})]);
  await bench.rest();
  expect([names(first), names(second)]).toEqual([["one"], ["two"]]);

  const quick = openBench({ ...options, subject: later(75), settle, reset: undefined });
  await quick.fresh();
  await quick.step("learns that nothing comes late", {}, async () => [{ kind: "cut", received: true }]);
  const third = await quick.step("third", {}, async (on) => [await on.call("three", {})]);
  const fourth = await quick.step("fourth", {}, async (on) => [await on.call("four", {})]);
  await quick.rest();
  expect([names(third), names(fourth)]).toEqual([["three"], ["four"]]);
});

test("a queue that knows its requests again is not contradicted because its work comes late", async () => {
  const done = new Set<string>();
  const queue: Subject = {
    name: "a queue",
    connect: async () => ({
      tools: async () => [{ name: "order", inputSchema: { type: "object" }, annotations: { idempotentHint: true } }],
      async call(_tool, args) {
        setTimeout(() => done.add(JSON.stringify(args)), 160);
        return { kind: "answered", isError: false, text: "queued" };
      },
      async callAndCut(_tool, args) {
        setTimeout(() => done.add(JSON.stringify(args)), 160);
        return { kind: "cut", received: true };
      },
      close: async () => {},
    }),
  };
  const orders = eventsObserver({
    name: "orders",
    watches: "the orders",
    effect: "work",
    read: async () => [...done].map((part) => ({ part })),
  });
  const report = await probe({
    disposable: true,
    subject: queue,
    observers: [orders],
    tools: { order: { args: { part: "{{fresh}}" } } },
    settleMs: 40,
    limits: { races: 1 },
  });
  expect(verdictOn(report, "order", "idempotentHint")).toBe("holds");
});

test("what a server does for a new client is no call's effect, also for one that comes late or again", async () => {
  const greeting: Subject = {
    ...subject,
    async connect() {
      events.push({ name: "hello" });
      const connection = await subject.connect();
      return {
        ...connection,
        close: async () => void events.push({ name: "goodbye" }),
        call: async (tool, args) =>
          tool === "crash" ? { kind: "lost", message: "gone" } : connection.call(tool, args),
      };
    },
  };
  const bench = openBench({ ...options, subject: greeting, reset: undefined });
  const names = (step: Step) => step.changes.map(({ after }) => after?.name);
  await bench.fresh();
  const other = await bench.another();
  const both = () => Promise.all([bench.call("one", {}), other.call("two", {})]);
  const parallel = await bench.step("both", {}, both);
  await bench.fresh(); // closes the other
  await bench.step("crashes", {}, async (on) => [await on.call("crash", {})]);
  const after = await bench.step("after", {}, async (on) => [await on.call("three", {})]);
  await bench.rest();
  expect([names(parallel), names(after)]).toEqual([["one", "two"], ["three"]]);
});

test("no more is called than the limit of all tools allows", async () => {
  let called = 0;
  const counting: Subject = {
    ...subject,
    connect: async () => ({
      ...(await subject.connect()),
      tools: async () => ["a", "b"].map((name) => ({ name, inputSchema: { type: "object" } })),
      async call() {
        called += 1;
        return { kind: "answered", isError: false, text: "" };
      },
    }),
  };
  const limits = { calls: 3, races: 1 };
  const tools = { a: {}, b: {} };
  const report = await probe({ disposable: true, subject: counting, observers: [], tools, limits, settleMs: 1 });
  expect([report.calls, called <= 3]).toEqual([3, true]);
  expect(report.tools[1]?.casesNotRun.at(-1)?.why).toContain("the limit of 3 calls");
});

test("what never rests while nothing is called is noise, and is not waited for again", async () => {
  let looks = 0;
  const ticking = eventsObserver({
    name: "ticking",
    watches: "a clock",
    effect: "trail",
    read: async () => {
      looks += 1;
      return Array.from({ length: looks }, (_none, tick) => ({ tick }));
    },
  });
  const bench = openBench({ ...options, observers: [ticking], reset: undefined });
  await bench.fresh();
  expect([...bench.noisy]).toEqual(["ticking"]);
  const before = looks;
  await bench.rest();
  expect(looks - before).toBe(1);
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
