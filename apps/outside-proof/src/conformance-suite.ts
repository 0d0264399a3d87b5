import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileOf, runProgram } from "./run-program.js";

const program = fileOf("@modelcontextprotocol/conformance", "dist/index.js");

export interface SuiteResult {
  /** The suite's own words, for a person. */
  readonly said: string;
  /** Of each check, "scenario/check/how often": its verdict. */
  readonly checks: Readonly<Record<string, string>>;
}

/** What to run: every scenario, or one. */
export type Extent = "all" | { readonly scenario: string };

/** They wait to be taken into the suite, and do not count there yet. */
export const pendingScenarios = ["json-schema-2020-12", "server-sse-polling"];

/** Runs the public conformance suite against a server. */
export async function conformanceSuite(url: string, extent: Extent): Promise<SuiteResult> {
  const which = extent === "all" ? ["--suite", extent] : ["--scenario", extent.scenario];
  const folder = await mkdtemp(path.join(os.tmpdir(), "conformance-"));
  try {
    const { stdout, stderr } = await runProgram([program, "server", "--url", url, "--output-dir", folder, ...which]);
    return { said: stdout + stderr, checks: await checksIn(folder) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function checksIn(folder: string): Promise<Record<string, string>> {
  const checks: Record<string, string> = {};
  for (const run of (await readdir(folder)).sort()) {
    const scenario = run.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
    const text = await readFile(path.join(folder, run, "checks.json"), "utf8");
    for (const { id, status } of JSON.parse(text) as { id: string; status: string }[]) {
      if (status === "INFO") continue; // what it saw on the way, some of it a matter of time
      const name = `${scenario}/${id}`;
      const times = Object.keys(checks).filter((key) => key.startsWith(`${name}/`)).length;
      checks[`${name}/${times + 1}`] = status;
    }
  }
  return checks;
}
