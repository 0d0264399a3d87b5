import type { Outcome } from "../subject/outcome.js";
import type { Args, Tool } from "../subject/subject.js";
import type { Bench } from "./bench.js";
import type { CaseName } from "./cases.js";
import type { CaseRun, NotRun, Step } from "./observed.js";
import type { ToolPlan } from "./options.js";
import { namesFresh, withFresh } from "./placeholders.js";

export interface RunToolOptions {
  readonly bench: Bench;
  readonly tool: Tool;
  readonly plan: ToolPlan;
  readonly canReset: boolean;
  readonly races: number;
  readonly freshName: () => string;
  readonly onCase: (name: CaseName) => void;
}

/** Makes the steps of cases and writes them down. It judges nothing. */
export interface CaseWriter {
  readonly options: RunToolOptions;
  readonly runs: readonly CaseRun[];
  readonly notRun: readonly NotRun[];
  /** Back to the first state, under a name that nobody has used. */
  fresh(): Promise<void>;
  filled(args: Args): Args;
  /** One call, and everything that changed by it. */
  call(label: string, args: Args): Promise<Step>;
  run(into: CaseName, steps: () => Promise<readonly Step[]>, net?: boolean): Promise<void>;
  without(into: CaseName, why: string): void;
}

export function caseWriter(options: RunToolOptions, ordinary: Args | undefined): CaseWriter {
  const { bench, tool } = options;
  const runs: CaseRun[] = [];
  const notRun: NotRun[] = [];
  const canBeFresh = options.canReset || (ordinary !== undefined && namesFresh(ordinary));
  let name = options.freshName();
  return {
    options,
    runs,
    notRun,
    async fresh() {
      name = options.freshName();
      await bench.fresh();
    },
    filled: (args) => withFresh(args, name),
    call: (label, args) =>
      bench.step(label, args, async (on: Bench): Promise<Outcome[]> => [await on.call(tool.name, args)]),
    async run(into, steps, net = false) {
      options.onCase(into);
      const fresh = canBeFresh || !runs.some((each) => each.case === "ordinary");
      const done = await steps();
      runs.push({ case: into, fresh, steps: done, ...(net && { net: bench.net() }) });
    },
    without: (into, why) => void notRun.push({ case: into, why }),
  };
}
