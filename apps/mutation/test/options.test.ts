import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readOptions } from "../src/options.js";
import { partNames, parts } from "../src/parts.js";

test("without options every part is mutated", () => {
  expect(readOptions([])).toMatchObject({ only: partNames, files: [], concurrency: 1 });
});

test.each([
  [["--only", "nothing"], "--only is one of"],
  [["--concurrency", "0"], "--concurrency wants a whole number"],
  [["--file", "a.ts"], "--file wants one part"],
  [["--wrong"], "--wrong"],
])("%j makes no sense, and says why", (args, why) => {
  expect(() => readOptions(args)).toThrow(why);
});

test("each folder of core is in a part, so that a new one is not forgotten", () => {
  const source = path.resolve(import.meta.dirname, "../../../packages/core/src");
  const folders = fs.readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const mutated: readonly string[] = Object.values(parts).flatMap(({ files }) => files);
  for (const { name } of folders) expect(mutated).toContain(`packages/core/src/${name}/**/*.ts`);
});
