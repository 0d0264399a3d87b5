import { type CaseName, cases } from "../matrix/cases.js";
import { type CaseRun, firstStep, type Observed, runOf, runsOf } from "../matrix/observed.js";
import { succeeded } from "../subject/outcome.js";
import type { Piece } from "./finding.js";
import { notSucceeded } from "./not-succeeded.js";
import { judgeRepeat } from "./repeat.js";
import { isPartOf, sameShape, shapeOf } from "./shape.js";
import { bearing, blind } from "./weigh.js";

/** Idempotent must survive repetition, timeout and concurrency, before all observers. */
export function judgeIdempotent(observed: Observed): readonly Piece[] {
  const pieces: Piece[] = [];
  const ordinary = firstStep(observed, "ordinary");
  const add = (name: CaseName, found: Piece["found"], sentence: string, run?: CaseRun) =>
    pieces.push({ case: name, found, sentence, steps: run?.steps ?? (ordinary === undefined ? [] : [ordinary]) });
  if (ordinary === undefined || !ordinary.outcomes.some(succeeded)) {
    add(
      "ordinary",
      "unknown",
      ordinary === undefined ? "there was no ordinary call" : notSucceeded(observed, ordinary),
    );
    return pieces;
  }
  const why = blind(observed);
  if (why !== undefined) add("ordinary", "unknown", why);
  for (const name of ["again", "key_order", "done"] as const) pieces.push(...judgeRepeat(observed, name, ordinary));

  for (const name of ["other_choice", "other_args"] as const)
    for (const run of runsOf(observed, name)) {
      const [first, ...second] = run.steps;
      const isCall = first !== undefined && (first.outcomes.some(succeeded) || first.changes.length > 0);
      if (isCall && bearing(observed, second, "repeated", "breaks").length > 0)
        add(name, "false", "with other arguments the second call took effect again", run);
    }

  const one = shapeOf(ordinary.changes);
  for (const run of runsOf(observed, "cut")) add("cut", ...judgeCut(observed, run, one), run);
  for (const name of ["parallel", "parallel_connections"] as const) {
    const races = runsOf(observed, name).map((run) => ({ run, told: judgeRace(run, one) }));
    const worst =
      races.find(({ told }) => told[0] === "false") ?? races.find(({ told }) => told[0] === "unknown") ?? races[0];
    if (worst !== undefined) add(name, ...worst.told, worst.run);
  }
  for (const name of ["cut", "parallel", "parallel_connections"] as const)
    if (runOf(observed, name) === undefined) add(name, "unknown", `"${cases[name]}" was not run`);

  const empty = runOf(observed, "absent_or_empty");
  if (empty !== undefined && bearing(observed, empty.steps, "repeated", "breaks").length > 0)
    add("absent_or_empty", "caution", "an absent field and an empty one are two requests to it", empty);
  if (observed.relative.length > 0)
    add(
      "ordinary",
      "unknown",
      `the command changes while its arguments stay the same: ${observed.relative.join(", ")}`,
    );
  return pieces;
}

type Told = readonly [Piece["found"], string];

function judgeCut(observed: Observed, run: CaseRun, one: ReadonlyMap<string, number>): Told {
  const [first, second] = run.steps;
  const cut = first?.outcomes[0];
  if (first === undefined || second === undefined || cut?.kind !== "cut") return ["unknown", "the cut was not made"];
  if (!cut.received) return ["unknown", "the server never showed that it had received the call"];
  const [done, more] = [shapeOf(first.changes), shapeOf(second.changes)];
  if (one.size > 0 && !run.fresh)
    return ["unknown", "the call had been made before: without a reset nothing new can be seen"];
  if (one.size > 0 && done.size === 0 && more.size === 0)
    return ["unknown", "neither call had an effect here: the state was not fresh"];
  if (done.size === 0) {
    if (one.size === 0 && more.size > 0) return ["false", "the retry had an effect that the first call has not"];
    return ["true", "the severed call had no effect, the retry had that of one call"];
  }
  const repeated = bearing(observed, [second], "repeated", "breaks");
  if (repeated.length === 0) return ["true", "the severed call took effect, its retry had none"];
  const both = shapeOf([...first.changes, ...second.changes]);
  if (isPartOf(done, one) && sameShape(both, one))
    return ["true", "the retry finished what the severed call had begun"];
  return ["false", "not idempotent without a remote idempotency mechanism: the retry took effect again"];
}

function judgeRace(run: CaseRun, one: ReadonlyMap<string, number>): Told {
  const [step] = run.steps;
  if (step === undefined) return ["unknown", "it was not run"];
  const both = shapeOf(step.changes);
  if (one.size > 0 && !run.fresh)
    return ["unknown", "the call had been made before: without a reset nothing new can be seen"];
  if (sameShape(both, one)) return ["true", "both calls together had the effect of one"];
  if (both.size === 0) return ["unknown", "neither call had an effect here: the state was not fresh"];
  if (isPartOf(both, one)) return ["unknown", "both calls together had less effect than one"];
  return ["false", "both calls together had more effect than one: they were not recognised as the same"];
}
