import { expect, test } from "vitest";
import { okOf } from "../../src/wire/envelope.js";

test.each([
  ["no message", {}, { message: "Executed." }],
  ["a message that is no text", { message: 5 }, { message: "Executed." }],
  ["details that are a list", { message: "m", details: [1] }, { message: "m" }],
  ["details that are a text", { message: "m", details: "abc" }, { message: "m" }],
  ["both as they should be", { message: "m", details: { a: 1 } }, { message: "m", a: 1 }],
])("what ran is ok, with %s", (_what, said, rest) => {
  expect(okOf("t", said)).toEqual({ status: "ok", tool: "t", ...rest });
});
