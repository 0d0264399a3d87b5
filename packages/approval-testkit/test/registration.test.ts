import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { checks, failureTests } from "../src/checks.js";

interface Result {
  readonly ancestorTitles: readonly [string, ...string[]];
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

let results: readonly Result[];

/** A suite whose tests must fail cannot run among these, so it runs in a process of its own. */
beforeAll(async () => {
  const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
  const config = path.join(import.meta.dirname, "child/vitest.config.ts");
  const report = await new Promise<string>((resolve) => {
    execFile(process.execPath, [vitest, "run", "--config", config], { maxBuffer: 1e8 }, (_, stdout) => resolve(stdout));
  });
  const { testResults } = JSON.parse(report) as { testResults: readonly { assertionResults: readonly Result[] }[] };
  results = testResults.flatMap(({ assertionResults }) => assertionResults);
});

const of = (name: string) =>
  results.filter(({ ancestorTitles: [suite] }) => suite === `${name} withstands the failure tests of approvals`);

test("each check is one Vitest test, and none is skipped", () => {
  for (const name of ["broken", "right"]) expect(of(name).map(({ title }) => title)).toHaveLength(checks.length);
  expect(of("right").filter(({ status }) => status !== "passed")).toEqual([]);
});

test("a failed test names the failure test, its source, and what was answered, without the token in it", () => {
  const [failed, ...others] = of("broken").filter(({ status }) => status !== "passed");
  expect(others).toEqual([]);
  expect(failed?.title).toMatch(/\[changed-argument\]$/);
  const [message = ""] = failed?.failureMessages ?? [];
  expect(message).toContain(`${failureTests["changed-argument"].sentence} (seed 002, failure test 1)`);
  expect(message).toContain(
    "A call with another argument than the allowed one had to wait for a decision or be refused",
  );
  expect(message).toContain('"confirmation_required","confirm_token":"cfm_…"');
});
