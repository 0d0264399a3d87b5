import { type CaseName, cases } from "../matrix/cases.js";
import { type CaseRun, firstStep, type Observed, runOf, type Step } from "../matrix/observed.js";
import type { Change } from "../observe/change.js";
import { succeeded } from "../subject/outcome.js";
import type { Piece } from "./finding.js";
import { notSucceeded } from "./not-succeeded.js";
import { bearing, blind, lostIn } from "./weigh.js";

const failing: ReadonlySet<CaseName> = new Set(["missing", "invalid"]);
/** The cases of the undo are judged as a whole. */
const notItsOwn: ReadonlySet<CaseName> = new Set(["idle", "undo", "undo_after_downstream"]);

/**
 * Destructive is a question of reversibility, asked as a sequence: the failure, the undo, the undo after a later job. Here
 * `found: "true"` of a piece means: nothing is lost for good in that case.
 */
export function judgeRecoverable(observed: Observed): readonly Piece[] {
  const pieces: Piece[] = [];
  const ordinary = firstStep(observed, "ordinary");
  const add = (name: CaseName, found: Piece["found"], sentence: string, run?: CaseRun) =>
    pieces.push({ case: name, found, sentence, steps: run?.steps ?? (ordinary === undefined ? [] : [ordinary]) });
  const why = blind(observed);
  if (why !== undefined) add("ordinary", "unknown", why);
  if (ordinary === undefined) add("ordinary", "unknown", "there was no ordinary call");
  else if (!ordinary.outcomes.some(succeeded)) add("ordinary", "unknown", notSucceeded(observed, ordinary));

  let lost: readonly Change[] = [];
  let lostBy: CaseName = "ordinary";
  for (const run of observed.runs.filter((each) => !notItsOwn.has(each.case))) {
    if (bearing(observed, run.steps, "recall", "breaks").length > 0)
      add(run.case, "false", "what went out cannot be called back", run);
    if (bearing(observed, run.steps, "recall", "unsure").length > 0)
      add(run.case, "unknown", "something went out that cannot be read", run);
    const gone = lossOf(observed, run, ordinary);
    if (gone.length === 0) continue;
    const failed = !run.steps.some(({ outcomes }) => outcomes.some(succeeded));
    if (failing.has(run.case) && failed)
      add(run.case, "false", `it lost ${count(gone)} although the call was a failure`, run);
    else if (lost.length === 0) {
      [lost, lostBy] = [gone, run.case];
      add(run.case, "caution", `it lost ${count(gone)}`, run);
    }
  }
  if (lost.length === 0) {
    if (pieces.every(({ found }) => found === "caution")) add("ordinary", "true", "it only adds");
    return pieces;
  }
  if (lost.length >= observed.bulkFrom && !observed.undoKnown)
    add(
      "undo",
      "false",
      `${count(lost)} at once, and the undo needs what neither the request nor its answer tells: somebody has to reconstruct it`,
      runOf(observed, "undo"),
    );
  if (lostBy !== "ordinary" && runOf(observed, "undo") !== undefined)
    add(lostBy, "unknown", "the undo was tried on the ordinary call, which lost nothing", runOf(observed, lostBy));
  for (const told of judgeUndo(observed)) add(...told);
  return pieces;
}

/** What a case lost. What the tool itself made, earlier in the same sequence, is no loss to anybody when it changes again. */
function lossOf(observed: Observed, run: CaseRun, ordinary: Step | undefined): readonly Change[] {
  const made = new Set((ordinary?.changes ?? []).filter(isNew).map(nameOf));
  return run.steps.flatMap(({ changes }) => {
    const gone = lostIn(observed, changes).filter((change) => !made.has(nameOf(change)));
    for (const change of changes.filter(isNew)) made.add(nameOf(change));
    return gone;
  });
}

const isNew = ({ kind }: Change): boolean => kind === "created";

type Told = readonly [name: CaseName, found: Piece["found"], sentence: string, run?: CaseRun];

/** What the undo can bring back, and until when. */
function judgeUndo(observed: Observed): readonly Told[] {
  const undo = runOf(observed, "undo");
  if (undo === undefined) return [["undo", "false", "what was there is gone, and no undo tool is declared"]];
  if (!undo.fresh)
    return [["undo", "unknown", "the call had been made before: without a reset its undo cannot be judged", undo]];
  const left = lostIn(observed, undo.net ?? []);
  if (left.length > 0) return [["undo", "false", `the undo did not bring back ${count(left)}`, undo]];
  return [["undo", "true", "the undo brought everything back", undo], judgeLateUndo(observed)];
}

function judgeLateUndo(observed: Observed): Told {
  const name = "undo_after_downstream";
  if (observed.downstream === "none") return [name, "true", "by its author's word no later job uses the change"];
  const late = runOf(observed, name);
  if (late === undefined)
    return [name, "unknown", `"${cases[name]}" was not run: declare the job, or that there is none`];
  const alone = new Set(late.steps.find(({ label }) => label.endsWith("alone"))?.changes.map(nameOf));
  const gone = lostIn(observed, late.net ?? []).filter((change) => !alone.has(nameOf(change)));
  return gone.length > 0
    ? [name, "false", `after a later job the undo no longer brings back ${count(gone)}`, late]
    : [name, "true", "the undo works after the later job too", late];
}

const nameOf = ({ observer, record }: Change): string => `${observer} ${record}`;
const count = (changes: readonly Change[]): string => {
  const number = new Set(changes.map(nameOf)).size;
  return number === 1 ? "1 record" : `${number} records`;
};
