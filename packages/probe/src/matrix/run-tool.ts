import { effects } from "../observe/effect.js";
import type { Outcome } from "../subject/outcome.js";
import type { Args, Tool } from "../subject/subject.js";
import { type Bench, LimitReached } from "./bench.js";
import type { CaseName } from "./cases.js";
import type { CaseRun, NotRun, Observed } from "./observed.js";
import type { ToolPlan } from "./options.js";
import { namesFresh, withAnswer, withFresh } from "./placeholders.js";
import { undoKnown } from "./undo-known.js";
import { absentOrEmpty, invalidField, otherKeyOrder, pageSizeField, prefixField, relativeTimes } from "./variants.js";

export interface RunToolOptions {
  readonly bench: Bench;
  readonly tool: Tool;
  readonly plan: ToolPlan;
  readonly canReset: boolean;
  readonly races: number;
  readonly freshName: () => string;
  readonly onCase: (name: CaseName) => void;
}

export type Runs = Pick<Observed, "runs" | "notRun" | "relative" | "undoKnown">;

/** Runs the matrix for one tool, in the order of the table of cases. It judges nothing. */
export async function runTool(options: RunToolOptions): Promise<Runs> {
  const { bench, tool, plan, canReset, onCase } = options;
  const runs: CaseRun[] = [];
  const notRun: NotRun[] = [];
  let known = true;
  const ordinary = plan.args ?? (Object.keys(tool.inputSchema.properties ?? {}).length === 0 ? {} : undefined);
  const canBeFresh = canReset || (ordinary !== undefined && namesFresh(ordinary));
  let isFirst = true;
  let name = options.freshName();
  const fresh = async () => {
    name = options.freshName();
    await bench.fresh();
  };
  const filled = (args: Args) => withFresh(args, name);
  const once = (args: Args) => async (on: Bench) => [await on.call(tool.name, args)];
  const run = async (into: CaseName, steps: () => Promise<CaseRun["steps"]>, net = false) => {
    onCase(into);
    const isFresh = canBeFresh || isFirst;
    const done = await steps();
    runs.push({ case: into, fresh: isFresh, steps: done, ...(net && { net: bench.net() }) });
    return done;
  };
  const without = (into: CaseName, why: string) => void notRun.push({ case: into, why });
  const single = async (into: CaseName, args: Args | undefined, why: string) => {
    if (args === undefined) return without(into, why);
    const label = into === "again" ? "second call" : into === "ordinary" ? "first call" : "call";
    await run(into, async () => [await bench.step(label, filled(args), once(filled(args)))]);
  };

  const matrix = async (args: Args) => {
    await single("ordinary", args, "");
    isFirst = false;
    await single("again", args, "");
    await single("key_order", otherKeyOrder(args), "no object in its arguments has two keys");
    await single("absent_or_empty", absentOrEmpty(args, tool.inputSchema), "no optional text is among its arguments");
    await single("done", plan.done, "none was given; the byte-identical second call is one");
    await single("missing", plan.missing, "no arguments for a missing resource were given");
    await single("invalid", plan.invalid ?? invalidField(args, tool.inputSchema), "no argument has a declared type");

    await fresh();
    await run("cut", () => cut(options, filled(args)));
    for (const into of ["parallel", "parallel_connections"] as const)
      for (let race = 0; race < options.races; race += 1) {
        await fresh();
        await run(into, async () => [
          await bench.step("both calls", filled(args), () => both(options, into, filled(args))),
        ]);
      }
    await requestIds(args);
    await undo(args);
    await enumeration(args);
  };

  const requestIds = async (args: Args) => {
    const { requestId, otherArgs } = plan;
    if (requestId === undefined) return without("other_request_id", "no request id was declared");
    await fresh();
    const asked = filled(args);
    const other = { ...asked, [requestId]: `${options.freshName()}-other` };
    await run("other_request_id", async () => [
      await bench.step("first call", asked, once(asked)),
      await bench.step("second call", other, once(other)),
    ]);
    if (otherArgs === undefined) return without("request_id_reused", "no other arguments were given");
    await fresh();
    const [first, reused] = [filled(args), { ...filled(otherArgs), [requestId]: filled(args)[requestId] }];
    await run("request_id_reused", async () => [
      await bench.step("first call", first, once(first)),
      await bench.step("second call", reused, once(reused)),
    ]);
  };

  const undo = async (args: Args) => {
    const { undo: back, downstream } = plan;
    if (back === undefined) return without("undo", "no undo tool was declared");
    const first = async () => {
      await fresh();
      return bench.step("first call", filled(args), once(filled(args)));
    };
    const takeBack = (outcome: Outcome | undefined) => {
      const backArgs = withAnswer(filled(back.args), outcome ?? { kind: "silent", afterMs: 0 });
      return bench.step(`undo by ${back.tool}`, backArgs, async (on) => [await on.call(back.tool, backArgs)]);
    };
    const made = await first();
    const answer = made.outcomes[0];
    const undone = await takeBack(answer);
    known = answer !== undefined && undoKnown(undone.args, made.args, answer);
    await run("undo", async () => [made, undone], true);
    if (downstream === undefined || downstream === "none")
      return without(
        "undo_after_downstream",
        downstream === "none" ? "no later job uses the change" : "none was declared",
      );
    const work = (label: string) => bench.step(label, {}, () => downstream().then(() => []));
    await fresh();
    const control = canReset ? [await work("downstream job alone")] : [];
    const again = await first();
    const consumed = await work("downstream job");
    const late = await takeBack(again.outcomes[0]);
    await run("undo_after_downstream", async () => [...control, again, consumed, late], true);
  };

  const enumeration = async (args: Args) => {
    if (wroteSomething(runs)) return without("page_size", "it is no read");
    const page = plan.pageSize ?? pageSizeField(tool.inputSchema);
    const prefix = plan.prefix ?? prefixField(tool.inputSchema);
    await several("page_size", page, [1, 1_000], args, "no argument sets a page's size");
    await several("prefix", prefix, ["", "a", "b", "c", "e", "s"], args, "no argument selects by a prefix");
  };
  const several = async (
    into: CaseName,
    field: string | undefined,
    values: readonly unknown[],
    args: Args,
    why: string,
  ) => {
    if (field === undefined) return without(into, why);
    await run(into, async () => {
      const steps = [];
      for (const value of values) {
        const asked = { ...filled(args), [field]: value };
        steps.push(await bench.step("call", asked, once(asked)));
      }
      return steps;
    });
  };

  try {
    await fresh();
    await run("idle", async () => [await bench.step("no call", {}, async () => [])]);
    if (ordinary === undefined) without("ordinary", "no ordinary arguments were given");
    else await matrix(ordinary);
    await bench.rest();
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    without(runs.at(-1)?.case ?? "ordinary", `stopped after this case: ${error.message}`);
  }
  return { runs, notRun, relative: relativeTimes(ordinary ?? {}), undoKnown: known };
}

async function cut({ bench, tool }: RunToolOptions, args: Args): Promise<CaseRun["steps"]> {
  const doomed = await bench.another();
  const first = await bench.step("first call", args, async () => [await doomed.callAndCut(tool.name, args)]);
  const second = await bench.step("second call", args, async (on) => [await on.call(tool.name, args)]);
  return [first, second];
}

async function both({ bench, tool }: RunToolOptions, how: CaseName, args: Args): Promise<readonly Outcome[]> {
  if (how === "parallel") return Promise.all([bench.call(tool.name, args), bench.call(tool.name, args)]);
  const other = await bench.another();
  try {
    return await Promise.all([bench.call(tool.name, args), other.call(tool.name, args)]);
  } finally {
    await other.close();
  }
}

const wroteSomething = (runs: readonly CaseRun[]): boolean =>
  runs.some(({ steps }) =>
    steps.some(({ changes }) => changes.some(({ effect }) => effects[effect].readOnly === "breaks")),
  );
