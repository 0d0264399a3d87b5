import type { CaseName } from "../matrix/cases.js";
import { type Observed, runOf, type Step } from "../matrix/observed.js";
import type { Piece } from "./finding.js";
import { bearing } from "./weigh.js";

/** A call after which nothing may have changed once more. */
export function judgeRepeat(observed: Observed, name: CaseName, first: Step): readonly Piece[] {
  const run = runOf(observed, name);
  if (run === undefined) {
    if (name !== "again") return []; // the ones that do not apply to every tool
    return [{ case: name, found: "unknown", sentence: "the second call was not made", steps: [first] }];
  }
  const steps = [first, ...run.steps];
  const piece = (found: Piece["found"], sentence: string): Piece => ({ case: name, found, sentence, steps });
  if (bearing(observed, run.steps, "repeated", "breaks").length > 0) return [piece("false", "it took effect again")];
  if (bearing(observed, run.steps, "repeated", "unsure").length > 0)
    return [piece("unknown", "something went out again that cannot be read")];
  if (run.steps.some(({ settled }) => !settled)) return [piece("unknown", "things kept changing")];
  const held = piece("true", "no further effect");
  const noted = bearing(observed, run.steps, "repeated", "caution").length > 0;
  return noted ? [held, piece("caution", "the same content was written again, which moves its time")] : [held];
}
