import { hiding, type Secret, secretsIn } from "./disclose/known-secrets.js";
import { judgeTool } from "./judge/judge-tool.js";
import { LimitReached, openBench } from "./matrix/bench.js";
import { demandDisposable } from "./matrix/demand-disposable.js";
import type { Observed } from "./matrix/observed.js";
import { defaultLimits, type ProbeOptions, type ToolPlan } from "./matrix/options.js";
import { runTool } from "./matrix/run-tool.js";
import type { Report, ToolReport } from "./report/report.js";
import { setupError } from "./setup-error.js";
import type { Tool } from "./subject/subject.js";

/**
 * Calls the tools of a disposable server through the whole matrix, watches what they change, and judges their hints by that.
 *
 * @throws Tier2Error `invalid_setup` if the target is not marked as disposable, or a planned tool does not exist
 */
export async function probe(options: ProbeOptions): Promise<Report> {
  await demandDisposable(options);
  const { subject, observers } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const tools = await listed(options);
  const given = [...(subject.secrets ?? []), ...secretsIn(options.tools)];
  let calls = 0;
  let fresh = 0;
  const run = Math.floor(Math.random() * 36 ** 4)
    .toString(36)
    .padStart(4, "0");
  const reports: ToolReport[] = [];
  for (const tool of tools) {
    // A server chooses the names of its tools: `constructor` is in no plan that does not say it.
    const plan = Object.hasOwn(options.tools, tool.name) ? options.tools[tool.name] : undefined;
    const skipped = plan === undefined ? "it is not in the plan" : plan.skip;
    if (plan === undefined || skipped !== undefined) {
      reports.push(leftOut(tool, skipped ?? "", given));
      continue;
    }
    let callsOfTool = 0;
    const spend = () => {
      if (callsOfTool >= limits.callsPerTool)
        throw new LimitReached(`the limit of ${limits.callsPerTool} calls of one tool`);
      if (calls >= limits.calls) throw new LimitReached(`the limit of ${limits.calls} calls`);
      callsOfTool += 1;
      calls += 1;
    };
    const settle = { settleMs: options.settleMs ?? 150, maxLooks: 40 };
    const bench = openBench({ subject, observers, reset: options.reset, settle, spend });
    try {
      const runs = await runTool({
        bench,
        tool,
        plan,
        canReset: options.reset !== undefined,
        races: limits.races,
        freshName() {
          fresh += 1;
          return `probe-${run}-${String(fresh).padStart(6, "0")}`;
        },
        onCase: (name) => options.onProgress?.({ tool: tool.name, case: name, calls }),
      });
      const watched = observers.map(({ watches }) => watches);
      const idle = runs.runs.find((each) => each.case === "idle");
      const observed: Observed = {
        ...runs,
        tool,
        watched,
        noisy: new Set([
          ...bench.noisy,
          ...(idle?.steps.flatMap(({ changes }) => changes.map(({ observer }) => observer)) ?? []),
        ]),
        incomplete: [...bench.incomplete],
        bulkFrom: options.bulkFrom ?? 10,
        downstream: downstreamOf(plan),
        secrets: [...given, ...runs.runs.flatMap(({ steps }) => steps.flatMap(({ args }) => secretsIn(args)))],
      };
      reports.push(judgeTool(observed, options.bulkRows ?? 50));
    } finally {
      await bench.close();
    }
  }
  // A command line or an address may hold a password.
  const hide = hiding(given);
  const watched = observers.map(({ watches }) => hide(watches));
  return { format: 1, subject: hide(subject.name), watched, calls, tools: reports };
}

const downstreamOf = ({ downstream }: ToolPlan): Observed["downstream"] =>
  downstream === undefined ? "not_given" : downstream === "none" ? "none" : "given";

async function listed({ subject, tools: plans }: ProbeOptions): Promise<readonly Tool[]> {
  const connection = await subject.connect();
  try {
    const tools = await connection.tools();
    const unknown = Object.keys(plans).filter((name) => !tools.some((tool) => tool.name === name));
    if (unknown.length > 0) throw setupError(`The server lists no tool named ${unknown.join(", ")}.`);
    return [...tools].sort((a, b) => (a.name < b.name ? -1 : 1));
  } finally {
    await connection.close();
  }
}

/** Nothing was called, so nothing can be told: neither good nor bad. */
function leftOut(tool: Tool, skipped: string, secrets: readonly Secret[]): ToolReport {
  const nothing = new Set<string>();
  const observed: Observed = {
    tool,
    runs: [],
    notRun: [{ case: "ordinary", why: skipped }],
    watched: [],
    noisy: nothing,
    incomplete: [],
    bulkFrom: 10,
    downstream: "not_given",
    relative: [],
    undoKnown: true,
    secrets,
  };
  return { ...judgeTool(observed, 50), skipped: hiding(secrets)(skipped) };
}
