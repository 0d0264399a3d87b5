import fs from "node:fs/promises";
import path from "node:path";
import { type CaseName, cases } from "../matrix/cases.js";
import { openPlan } from "../plan/open-plan.js";
import { readPlan } from "../plan/read-plan.js";
import { probe } from "../probe.js";
import { baselineOf, type Drift, driftFrom, readBaseline } from "../report/baseline.js";
import { exitCodeOf } from "../report/exit-code.js";
import { toJunit } from "../report/junit.js";
import { toMarkdown } from "../report/markdown.js";
import { plain, plainJson } from "../report/plain.js";
import type { Report } from "../report/report.js";
import { toTerminal } from "../report/terminal.js";
import { setupError } from "../setup-error.js";
import type { Flags, Terminal } from "./run-cli.js";

export async function run(file: string, flags: Flags, terminal: Terminal): Promise<number> {
  const plan = readPlan(await fs.readFile(file, "utf8"));
  if (flags["update-baseline"] === true && flags.baseline === undefined)
    throw setupError("--update-baseline needs --baseline FILE, the file to write.");
  const only = flags.tool ?? [];
  if (flags["update-baseline"] === true && only.length > 0)
    throw setupError("--update-baseline writes what was seen of every tool: leave --tool out.");
  const unknown = only.filter((name) => !Object.hasOwn(plan.tools, name));
  if (unknown.length > 0) throw setupError(`The plan has no tool named ${unknown.join(", ")}.`);
  // Read before anything is called: a file that cannot be read must not cost a run.
  const baseline =
    flags.baseline === undefined || flags["update-baseline"] === true
      ? undefined
      : readBaseline(await baselineText(flags.baseline));

  const opened = await openPlan(plan, {
    folder: path.dirname(path.resolve(file)),
    allowHosts: flags["allow-host"] ?? [],
  });
  try {
    const tools = Object.entries(opened.tools).filter(([name]) => only.length === 0 || only.includes(name));
    const report = await probe({ ...opened, tools: Object.fromEntries(tools), onProgress: progressOn(terminal) });
    if (terminal.progress) terminal.err("\r\u001b[K");
    const drift = baseline === undefined ? [] : driftFrom(baseline, report).filter(isAsked(only));
    await write(flags, report, drift);
    terminal.out(toTerminal(report, drift, { color: flags.color ?? terminal.color }));
    return exitCodeOf(report, drift, flags.strict === true);
  } finally {
    await opened.close();
  }
}

async function baselineText(file: string): Promise<string> {
  return fs.readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT") throw cause;
    throw setupError(
      `There is no baseline ${file} yet. Write it with --update-baseline, and look at what it says.`,
      cause,
    );
  });
}

const isAsked = (only: readonly string[]) => (drift: Drift) => only.length === 0 || only.includes(drift.tool);

async function write(flags: Flags, report: Report, drift: readonly Drift[]): Promise<void> {
  const json = (value: unknown) => `${plainJson(value)}\n`;
  const files: readonly (readonly [string | undefined, () => string])[] = [
    [flags.json, () => json({ ...report, drift })],
    [flags.markdown, () => toMarkdown(report, drift)],
    [flags.junit, () => toJunit(report, drift)],
    [flags["update-baseline"] === true ? flags.baseline : undefined, () => json(baselineOf(report))],
  ];
  for (const [file, text] of files) if (file !== undefined) await fs.writeFile(file, text());
}

function progressOn({ err, progress }: Terminal) {
  let before = "";
  return ({ tool, case: running, calls }: { tool: string; case: string; calls: number }) => {
    const name = plain(tool);
    if (progress) err(`\r\u001b[K${name}: ${cases[running as CaseName]} (${calls} calls)`);
    else if (tool !== before) err(`${name}…\n`);
    before = tool;
  };
}
