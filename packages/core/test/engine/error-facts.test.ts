import { expect, test } from "vitest";
import { errorFacts } from "../../src/engine/error-facts.js";

test("an error survives JSON with its name, message, code, stack and causes", () => {
  const cause = Object.assign(new TypeError("no such host"), { code: "ENOTFOUND" });
  const facts = errorFacts(new Error("store failed", { cause }));
  expect(JSON.parse(JSON.stringify(facts))).toEqual({
    name: "Error",
    message: "store failed",
    stack: expect.stringContaining("store failed"),
    cause: { name: "TypeError", message: "no such host", code: "ENOTFOUND", stack: expect.any(String) },
  });
});

test.each([
  ["a text", "broken", { name: "string", message: "broken" }],
  ["nothing", undefined, { name: "undefined", message: "undefined" }],
  [
    "an object without a text form",
    Object.create(null),
    { name: "unknown", message: "What was thrown cannot be read." },
  ],
])("%s that was thrown becomes facts too", (_what, thrown, facts) => {
  expect(errorFacts(thrown)).toEqual(facts);
});

test("an error that refers back to itself as its cause ends after a few", () => {
  const error = new Error("loop");
  error.cause = error;
  expect(JSON.stringify(errorFacts(error)).match(/"message":"loop"/g)).toHaveLength(5);
});

test("an error whose members throw cannot stop what tells of it", () => {
  const hostile = new Error("x");
  Object.defineProperty(hostile, "message", {
    get() {
      throw new Error("gotcha");
    },
  });
  expect(errorFacts(hostile).name).toBe("unknown");
});
