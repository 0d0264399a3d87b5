import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileOf, runProgram } from "./run-program.js";

const program = fileOf("@modelcontextprotocol/conformance", "dist/index.js");

export interface SuiteResult {
  /** The suite's own words, for a person. */
  readonly said: string;
  /** Of each check, "scenario/check/how often": its status. */
  readonly checks: Readonly<Record<string, string>>;
}

/** What to run: the suite as it counts, with the scenarios that wait to be taken in, or one scenario. */
export type Extent = "active" | "all" | { readonly scenario: string };

/** Runs the public conformance suite against a server. */
export async function conformanceSuite(url: string, extent: Extent): Promise<SuiteResult> {
  const which = typeof extent === "string" ? ["--suite", extent] : ["--scenario", extent.scenario];
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
      const name = `${scenario}/${id}`;
      const times = Object.keys(checks).filter((key) => key.startsWith(`${name}/`)).length;
      checks[`${name}/${times + 1}`] = status;
    }
  }
  return checks;
}
