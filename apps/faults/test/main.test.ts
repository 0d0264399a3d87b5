import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";

const main = path.join(import.meta.dirname, "../dist/main.js");
let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "faults-test-"));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test("one fault, once: a table with nothing doubled or lost, a control that shows it, both files, and exit code 0", () => {
  const [table, figures] = ["table.md", "figures.json"].map((name) => path.join(folder, name)) as [string, string];
  const args = ["--only", "memory", "--times", "1", "--seed", "11", "--markdown", table, "--json", figures];
  const ended = spawnSync(process.execPath, [main, ...args], { encoding: "utf8" });
  expect(ended.stderr + ended.stdout).toContain("absence means fresh");
  expect(ended.status).toBe(0);
  expect(fs.readFileSync(table, "utf8")).toBe(`${ended.stdout.trimEnd()}\n`);
  const { seed, outcomes } = JSON.parse(fs.readFileSync(figures, "utf8"));
  expect(seed).toBe(11);
  expect(outcomes).toMatchObject([{ guarded: { doubled: 0, lost: 0 }, held: true }]);
  expect(outcomes[0].control.doubled).toBeGreaterThan(0);
});

test("interrupted, it prints what was done, and leaves neither process nor file behind", async () => {
  const own = path.join(folder, "own");
  fs.mkdirSync(own);
  const args = ["--only", "memory", "--only", "redis-worker-killed", "--times", "1"];
  const run = spawn(process.execPath, [main, ...args], { env: { ...process.env, TMPDIR: own } });
  let told = "";
  run.stdout.on("data", (text) => {
    told += String(text);
  });
  const ended = once(run, "exit");
  while (childrenOf(run.pid as number).length < 3) await sleep(20); // the server and its workers
  const children = childrenOf(run.pid as number);
  run.kill("SIGINT");
  expect(await ended).toEqual([130, null]);
  expect(told).toMatch(/interrupted, seed \d+/);
  while (children.some(isAlive)) await sleep(20);
  expect(fs.readdirSync(own)).toEqual([]);
});

test("a misspelt option or fault is exit code 2", () => {
  for (const args of [["--nonsense"], ["--only", "nonsense"]]) {
    expect(spawnSync(process.execPath, [main, ...args]).status).toBe(2);
  }
});

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const pairs = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
