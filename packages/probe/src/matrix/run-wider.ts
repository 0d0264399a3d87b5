import { effects } from "../observe/effect.js";
import type { Args } from "../subject/subject.js";
import type { CaseWriter } from "./case-writer.js";
import type { CaseName } from "./cases.js";
import { pageSizeField, prefixesBeside, prefixField } from "./enumeration.js";
import type { CaseRun } from "./observed.js";
import { otherChoices } from "./variants.js";

const maxChoices = 12;

/** What the ordinary arguments do not show: other choices, other arguments, larger pages, other beginnings. */
export async function runWider(writer: CaseWriter, args: Args): Promise<void> {
  const { options, runs, fresh, filled, run, without, call } = writer;
  const { tool, plan } = options;
  const schema = tool.inputSchema;

  const choices = otherChoices(args, schema);
  if (choices.length > maxChoices)
    without("other_choice", `${choices.length - maxChoices} more of its ${choices.length} other choices`);
  for (const [into, all] of [
    ["other_choice", choices.slice(0, maxChoices)],
    ["other_args", plan.others ?? []],
  ] as const)
    for (const other of all) {
      await fresh();
      const asked = filled(other);
      await run(into, async () => [await call("first call", asked), await call("second call", asked)]);
    }

  if (wroteSomething(runs)) return without("page_size", "it is no read");
  const several = async (into: CaseName, field: string | undefined, values: readonly unknown[], why: string) => {
    if (field === undefined) return without(into, why);
    await run(into, async () => {
      const steps = [];
      for (const value of values) steps.push(await call("call", { ...filled(args), [field]: value }));
      return steps;
    });
  };
  await several("page_size", plan.pageSize ?? pageSizeField(schema), [10, 1_000], "no argument sets a page's size");
  const prefix = plan.prefix ?? prefixField(schema);
  const given = prefix === undefined ? undefined : args[prefix];
  await several("prefix", prefix, prefixesBeside(given), "no argument selects by a prefix");
}

const wroteSomething = (runs: readonly CaseRun[]): boolean =>
  runs.some(({ steps }) =>
    steps.some(({ changes }) => changes.some(({ effect }) => effects[effect].readOnly === "breaks")),
  );
