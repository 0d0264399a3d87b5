import { judgeTool } from "../../src/judge/judge-tool.js";
import type { CaseName } from "../../src/matrix/cases.js";
import type { CaseRun, Observed, Step } from "../../src/matrix/observed.js";
import type { Change } from "../../src/observe/change.js";
import type { Effect } from "../../src/observe/effect.js";
import type { Report } from "../../src/report/report.js";

/** A change as an observer would have told it. */
export const change = (effect: Effect, kind: Change["kind"] = "created", more: Partial<Change> = {}): Change => ({
  observer: "desk",
  from: "state",
  effect,
  kind,
  record: "tickets/1",
  ...more,
});

export const step = (changes: readonly Change[] = [], more: Partial<Step> = {}): Step => ({
  label: "call",
  args: { id: "1" },
  outcomes: [{ kind: "answered", isError: false, text: "ok" }],
  changes,
  settled: true,
  ...more,
});

export const run = (name: CaseName, ...steps: Step[]): CaseRun => ({ case: name, fresh: true, steps });

const cut = step([], { outcomes: [{ kind: "cut", received: true }] });

/** What is observed of a tool that does nothing, in every case that idempotency needs. */
export const quiet: readonly CaseRun[] = [
  run("ordinary", step()),
  run("again", step()),
  run("cut", cut, step()),
  run("parallel", step()),
  run("parallel_connections", step()),
];

export function observed(annotations: Record<string, unknown>, runs = quiet, more: Partial<Observed> = {}): Observed {
  return {
    tool: { name: "a_tool", inputSchema: { type: "object" }, annotations },
    runs,
    notRun: [],
    watched: ["the desk"],
    noisy: new Set(),
    incomplete: [],
    bulkFrom: 10,
    downstream: "not_given",
    relative: [],
    undoKnown: true,
    ...more,
  };
}

export const reportOn = (...all: Observed[]): Report => ({
  format: 1,
  subject: "a server",
  watched: ["the desk"],
  calls: 7,
  tools: all.map((each) => judgeTool(each, 50)),
});
