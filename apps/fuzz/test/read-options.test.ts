import { expect, test } from "vitest";
import { readOptions } from "../src/run/read-options.js";

const read = (...args: string[]) => readOptions(args, ["one", "two"]);

test("without options a million inputs of a seed of its own are tried on every target", () => {
  const options = read();
  expect(options).toMatchObject({ help: false, inputs: 1_000_000, minutes: 60, only: [] });
  expect(new Set([options.seed, read().seed, read().seed]).size).toBeGreaterThan(1);
});

test("each option is read", () => {
  const args = ["--inputs", "5", "--seed", "0", "--minutes", "2", "--only", "one", "--only", "two", "-h"];
  expect(read(...args)).toEqual({ help: true, inputs: 5, seed: 0, minutes: 2, only: ["one", "two"] });
});

test.each([
  [["--inputs", "0"], /--inputs must be a whole number from 1/],
  [["--inputs", "1e6"], /not "1e6"/],
  [["--seed", "-1"], /--seed/],
  [["--seed", "4294967296"], /--seed must be .* to 2147483647/],
  [["--minutes", ""], /--minutes/],
  [["--only", "three"], /no target "three", but one, two/],
  [["--fast"], /--fast/],
  [["5"], /positional/],
])("%j makes no sense and says so", (args, why) => {
  expect(() => read(...args)).toThrow(why);
});
