import type { Args } from "../subject/subject.js";
import { LimitReached } from "./bench.js";
import { type CaseWriter, caseWriter, type RunToolOptions } from "./case-writer.js";
import type { CaseName } from "./cases.js";
import type { CaseRun, Observed } from "./observed.js";
import { relativeTimes } from "./relative-times.js";
import { runRequestIds } from "./run-request-ids.js";
import { runUndo } from "./run-undo.js";
import { runWider } from "./run-wider.js";
import { absentOrEmpty, invalidField, oddValues, otherKeyOrder, unknownName } from "./variants.js";

export type Runs = Pick<Observed, "runs" | "notRun" | "relative" | "undoKnown">;

/** Runs the matrix for one tool, in the order of the table of cases. It judges nothing. */
export async function runTool(options: RunToolOptions): Promise<Runs> {
  const { bench, tool, plan } = options;
  const { required } = tool.inputSchema;
  const ordinary = plan.args ?? (Array.isArray(required) && required.length > 0 ? undefined : {});
  const writer = caseWriter(options, ordinary);
  const { runs, notRun, fresh, run, without } = writer;
  let known = true;
  try {
    await fresh();
    await run("idle", async () => [await bench.step("no call", {}, async () => [])]);
    if (ordinary === undefined) without("ordinary", "no ordinary arguments were given");
    else {
      await runSingles(writer, ordinary);
      await runTroubled(writer, ordinary);
      await runRequestIds(writer, ordinary);
      known = await runUndo(writer, ordinary);
      await runWider(writer, ordinary);
    }
    await bench.rest();
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    without(runs.at(-1)?.case ?? "ordinary", `stopped after this case: ${error.message}`);
  }
  return { runs, notRun, relative: relativeTimes(ordinary ?? {}), undoKnown: known };
}

/** One call each, on what the calls before it left behind. */
async function runSingles({ options, filled, call, run, without }: CaseWriter, args: Args): Promise<void> {
  const { plan, tool, freshName } = options;
  const single = async (into: CaseName, asked: Args | undefined, why: string, label = "call") =>
    asked === undefined ? without(into, why) : run(into, async () => [await call(label, filled(asked))]);

  await single("ordinary", args, "", "first call");
  await single("again", args, "", "second call");
  await single("key_order", otherKeyOrder(args), "no object in its arguments has two keys");
  await single("absent_or_empty", absentOrEmpty(args, tool.inputSchema), "no optional text is among its arguments");
  await single("done", plan.done, "none was given; the byte-identical second call is one");
  const unknown = plan.missing ?? unknownName(args, tool.inputSchema, freshName(), plan.requestId);
  await single("missing", unknown, "no arguments for a missing resource were given");
  const invalid = plan.invalid ?? invalidField(args, tool.inputSchema);
  await single("invalid", invalid, "no argument has a declared type");
  if (plan.invalid === undefined) for (const odd of oddValues(args, tool.inputSchema)) await single("invalid", odd, "");
}

/** The client that is cut off, and the two that call at once. */
async function runTroubled({ options, fresh, filled, run }: CaseWriter, args: Args): Promise<void> {
  const { bench, tool, races } = options;
  await fresh();
  await run("cut", () => cut(options, filled(args)));
  for (const into of ["parallel", "parallel_connections"] as const)
    for (let race = 0; race < races; race += 1) {
      await fresh();
      const asked = filled(args);
      const other = into === "parallel" ? bench : await bench.another();
      const both = () => Promise.all([bench.call(tool.name, asked), other.call(tool.name, asked)]);
      await run(into, async () => [await bench.step("both calls", asked, both)]);
    }
}

async function cut({ bench, tool }: RunToolOptions, args: Args): Promise<CaseRun["steps"]> {
  const doomed = await bench.another();
  const first = await bench.step("first call", args, async () => [await doomed.callAndCut(tool.name, args)]);
  const second = await bench.step("second call", args, async (on) => [await on.call(tool.name, args)]);
  return [first, second];
}
