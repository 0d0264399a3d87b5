import type { Outcome } from "../subject/outcome.js";
import type { Args } from "../subject/subject.js";
import type { CaseWriter } from "./case-writer.js";
import { withAnswer } from "./placeholders.js";
import { undoKnown } from "./undo-known.js";

/** The undo, and the undo after a later job. @returns whether request and answer told everything that it needs */
export async function runUndo(writer: CaseWriter, args: Args): Promise<boolean> {
  const { options, fresh, filled, run, without, call } = writer;
  const { bench, plan, canReset } = options;
  const { undo: back, downstream } = plan;
  if (back === undefined) {
    without("undo", "no undo tool was declared");
    return true;
  }
  const first = async () => {
    await fresh();
    return call("first call", filled(args));
  };
  const takeBack = (outcome: Outcome | undefined) => {
    const backArgs = withAnswer(filled(back.args), outcome ?? { kind: "silent", afterMs: 0 });
    return bench.step(`undo by ${back.tool}`, backArgs, async (on) => [await on.call(back.tool, backArgs)]);
  };
  const made = await first();
  const answer = made.outcomes[0];
  const undone = await takeBack(answer);
  await run("undo", async () => [made, undone], true);
  const known = answer !== undefined && undoKnown(undone.args, made.args, answer);
  if (downstream === undefined || downstream === "none") {
    without("undo_after_downstream", downstream === "none" ? "no later job uses the change" : "none was declared");
    return known;
  }
  const work = (label: string) => bench.step(label, {}, () => downstream().then(() => []));
  await fresh();
  const control = canReset ? [await work("downstream job alone")] : [];
  const again = await first();
  const consumed = await work("downstream job");
  const late = await takeBack(again.outcomes[0]);
  await run("undo_after_downstream", async () => [...control, again, consumed, late], true);
  return known;
}
