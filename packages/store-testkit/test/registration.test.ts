import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";

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
}, 60_000);

const of = (name: string) =>
  results.filter(({ ancestorTitles: [suite] }) => suite === `${name} keeps the store contract`);
const failed = (name: string) => of(name).filter(({ status }) => status !== "passed");

test("a broken store fails in Vitest, and the failed tests name the requirement", () => {
  expect(of("broken").length).toBeGreaterThan(45);
  expect(failed("broken").length).toBeGreaterThan(0);
  for (const { title } of failed("broken")) expect(title).toMatch(/\[deadline-judged\]$/);
  expect(failed("broken")[0]?.failureMessages[0]).toContain("`open` holds until the last millisecond");
});

test("a power that is neither given nor declared to be lacking fails the checks that need it", () => {
  expect(failed("undeclared").length).toBeGreaterThan(0);
  for (const { title, failureMessages } of failed("undeclared")) {
    expect(title).toMatch(/\[history-/);
    expect(failureMessages[0]).toContain('declare { historyNeverChanges: "<the reason>" }');
  }
});

test("a power that is declared to be lacking shows its reason, and skips nothing", () => {
  expect(failed("declared")).toEqual([]);
  const titles = of("declared").map(({ title }) => title);
  expect(titles.filter((title) => title.includes("there is but one map"))).toEqual([
    expect.stringMatching(
      /^not applicable: history-judged, history-told, history-stamped, since .* \[history-constant\]$/,
    ),
  ]);
});
