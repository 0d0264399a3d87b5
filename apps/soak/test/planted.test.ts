import { execFile } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const main = path.join(import.meta.dirname, "../dist/main.js");
const soak = (...args: string[]) =>
  new Promise<{ exitCode: unknown; told: string }>((resolve) => {
    execFile(process.execPath, [main, ...args], (error, told) => resolve({ exitCode: error?.code ?? 0, told }));
  });

test.each([
  ["heap", "memory", /\| memory \| [\d,]+ \| grows/],
  ["handles", "memory", /\| grows at \d+ \| flat at 0 \|/],
  ["connections", "redis", /grows at \d+ \|$/],
])("a planted leak of %s is found", async (leak, store, line) => {
  const { exitCode, told } = await soak("--operations", "6000", "--only", store, "--plant", leak);
  expect(told.trim()).toMatch(line);
  expect(exitCode).toBe(1);
});

test("options that make no sense are exit code 2", async () => {
  expect((await soak("--minutes", "0")).exitCode).toBe(2);
  expect((await soak("--plant", "nonsense")).exitCode).toBe(2);
});
