import type { Leak } from "../disclose/scan.js";
import type { CaseName } from "../matrix/cases.js";
import { firstStep, type Observed } from "../matrix/observed.js";
import { effects } from "../observe/effect.js";
import { saidBy, succeeded } from "../subject/outcome.js";
import type { Piece } from "./finding.js";
import { notSucceeded } from "./not-succeeded.js";
import { bearing, blind } from "./weigh.js";

const notItsOwn: ReadonlySet<CaseName> = new Set(["idle", "undo", "undo_after_downstream"]);

/** Read-only is denied by any write, notification, refreshed credential or created capability, in any case of the matrix. */
export function judgeReadOnly(observed: Observed, leaksOf: (text: string) => readonly Leak[]): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const { case: name, steps } of observed.runs) {
    if (notItsOwn.has(name)) continue;
    const piece = (found: Piece["found"], sentence: string) => pieces.push({ case: name, found, sentence, steps });
    const broken = bearing(observed, steps, "readOnly", "breaks");
    if (broken.length > 0) piece("false", sentences(broken));
    const unsure = bearing(observed, steps, "readOnly", "unsure");
    if (unsure.length > 0) piece("unknown", `${sentences(unsure)}, and what that did is not watched`);
    const noted = bearing(observed, steps, "readOnly", "caution");
    if (noted.length > 0) piece("caution", sentences(noted));
    const capability = steps
      .flatMap(({ outcomes }) => outcomes.flatMap((each) => leaksOf(saidBy(each))))
      .find(isCapability);
    if (capability !== undefined)
      piece("false", `its answer is a capability for whoever holds it: ${capability.shown}`);
    if (steps.some(({ outcomes }) => outcomes.some(({ kind }) => kind === "unreadable")))
      piece("unknown", "an answer could not be read: it may be a capability");
    if (steps.some(({ settled }) => !settled))
      piece("unknown", "things kept changing for as long as they were looked at");
  }
  const step = firstStep(observed, "ordinary");
  const general = (sentence: string) =>
    pieces.push({ case: "ordinary", found: "unknown", sentence, steps: step === undefined ? [] : [step] });
  const why = blind(observed);
  if (why !== undefined) general(why);
  if (step === undefined)
    general(observed.notRun.find((each) => each.case === "ordinary")?.why ?? "there was no ordinary call");
  else if (!step.outcomes.some(succeeded)) general(notSucceeded(observed, step));
  return pieces;
}

const isCapability = (leak: Leak) => leak.kind === "signed_url";

const sentences = (changes: readonly { readonly effect: keyof typeof effects }[]): string =>
  [...new Set(changes.map(({ effect }) => effects[effect].sentence))].join(", ");
