import { type Outcome, problemsOf } from "../run/outcome.js";
import type { Tally } from "../run/tally.js";

const head = [
  "| store | fault | times | operations struck | doubled | lost | in doubt | control, with the guard off | seed |",
  "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- | ---: |",
];

/** The table: a line for each fault and store, and below it whatever is wrong. */
export function markdown(outcomes: readonly Outcome[]): string {
  const wrong = outcomes.flatMap((outcome) =>
    problemsOf(outcome).map((problem) => `- ${outcome.fault.name}: ${problem}`),
  );
  return [...head, ...outcomes.map(line), ...(wrong.length > 0 ? ["", "What is wrong:", "", ...wrong] : [])].join("\n");
}

function line({ fault, guarded, control, seed }: Outcome): string {
  const figures = guarded
    ? [guarded.faults, guarded.struck, guarded.doubled, guarded.lost, guarded.inDoubt].map((figure) =>
        figure.toLocaleString("en-US"),
      )
    : ["?", "?", "?", "?", "?"];
  const shown = control ? `${fault.without}: ${seen(control, fault.shownBy)}` : `${fault.without}: not run`;
  return `| ${[fault.store, fault.fault, ...figures, shown, seed].join(" | ")} |`;
}

function seen(control: Tally, by: Outcome["fault"]["shownBy"]): string {
  const word = by === "inDoubt" ? "in doubt" : by;
  return `${control[by]} of ${control.struck} ${word}`;
}
