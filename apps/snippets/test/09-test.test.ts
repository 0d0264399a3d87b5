// The snippet is a test itself: here it runs under Vitest, and under the runner that it was written for.
import { execFile } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test, vi } from "vitest";

vi.mock("node:test", () => import("vitest"));
await import("../src/09-test.js");

const home = fileURLToPath(new URL("..", import.meta.url));
const out = `${home}dist`;
afterAll(() => fs.rmSync(out, { recursive: true, force: true }));

test("it passes as it stands under node --test", async () => {
  const node = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: home });
  await node("node_modules/typescript/bin/tsc", "--noEmit", "false", "--outDir", out);
  const { stdout } = await node("--test", "--test-reporter=tap", "dist/src/09-test.js");
  expect(stdout).toContain("# pass 4");
  expect(stdout).toContain("# fail 0");
}, 60_000);
