import { expect, test } from "vitest";
import { quietly, type Tier2Event } from "../../src/engine/events.js";

const event: Tier2Event = {
  type: "sweep_failed",
  atMs: 1,
  server: "shop",
  tool: "",
  error: { name: "Error", message: "away" },
};

test("an observer is told every event, at once and as it is", () => {
  const told: Tier2Event[] = [];
  quietly((each) => told.push(each))(event);
  expect(told).toEqual([event]);
  expect(told[0]).toBe(event);
});

test("an observer that throws stops nothing", () => {
  const observe = quietly(() => {
    throw new Error("mine");
  });
  expect(() => observe(event)).not.toThrow();
});

test("an asynchronous observer that rejects does not end the process", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  const observe: (event: Tier2Event) => unknown = async () => {
    throw new Error("mine");
  };
  quietly(observe)(event);
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

test("an observer may answer anything", () => {
  const trap = new Proxy({}, { get: () => expect.unreachable });
  for (const answer of [5, null, {}, trap]) expect(() => quietly(() => answer)(event)).not.toThrow();
});

test("without an observer nothing happens", () => {
  expect(() => quietly(undefined)(event)).not.toThrow();
});
