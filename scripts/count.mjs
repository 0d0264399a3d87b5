// Adds up the JSON report that Vitest writes in each member. A report may say less than what happened, so whatever
// is not known to have passed counts as failed.
import fs from "node:fs";
import path from "node:path";
import { members, root } from "./lib/members.mjs";

const reportOf = (member) => path.join(member.dir, ".results/vitest.json");
const uncaughtOf = (member) => path.join(member.dir, ".results/uncaught.json"); // vitest.shared.ts writes both

/** @param {string[]} folders of the members to count, such as `core`; none = all that have tests */
export function tested(folders = []) {
  const all = members().filter((member) => member.manifest.scripts?.test);
  const unknown = folders.filter((folder) => !all.some((member) => member.folder === folder));
  if (unknown.length === 0) return folders.length === 0 ? all : all.filter((m) => folders.includes(m.folder));
  throw new Error(`no tests in "${unknown.join('", "')}". There are: ${all.map((m) => m.folder).join(", ")}`);
}

/** A report of an earlier run must not stand in for one that this run failed to write. */
export function forgetReports(counted) {
  for (const member of counted) {
    fs.rmSync(reportOf(member), { force: true });
    fs.rmSync(uncaughtOf(member), { force: true });
  }
}

function countMember(member) {
  let report;
  let uncaught;
  try {
    report = JSON.parse(fs.readFileSync(reportOf(member), "utf8"));
    uncaught = JSON.parse(fs.readFileSync(uncaughtOf(member), "utf8"));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, note: "no report: not built, or its run broke off" };
  }
  if (report.testResults.length === 0) return { passed: 0, failed: 1, skipped: 0, note: "no tests" };
  const skipped = report.numPendingTests + report.numTodoTests;
  // A file that does not load, or whose hooks fail, is failed without a failed test in it.
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  const unended = report.numTotalTests - report.numPassedTests - report.numFailedTests - skipped;
  const note = [
    ...broken.map((file) => `broken: ${path.relative(root, file.name)}`),
    ...uncaught.map((error) => `caught by no test: ${error}`),
  ].join(", ");
  const failed = report.numFailedTests + broken.length + unended + uncaught.length;
  return { passed: report.numPassedTests, failed, skipped, note };
}

/**
 * Prints `N passed, N failed` as the last line.
 *
 * @param {{ dir: string, manifest: { name: string } }[]} counted
 * @param {{ testsExitCode: number, failedChecks?: string[] }} beside what failed without being a test
 * @returns {boolean} whether everything is known to be well
 */
export function printCounts(counted, { testsExitCode, failedChecks = [] }) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  console.log();
  for (const member of counted) {
    const { note, ...counts } = countMember(member);
    for (const key of Object.keys(total)) total[key] += counts[key];
    console.log(`${member.manifest.name}: ${line(counts)}${note ? ` (${note})` : ""}`);
  }
  // Build and type errors are no tests.
  if (testsExitCode !== 0 && total.failed === 0) {
    total.failed += 1;
    console.log(`build, type check and tests ended with exit code ${testsExitCode}: counted as one failure`);
  }
  for (const check of failedChecks) console.log(`${check}: counted as one failure`);
  total.failed += failedChecks.length;
  console.log(line(total));
  return total.failed === 0 && total.passed > 0;
}

function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
