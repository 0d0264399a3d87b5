import type { Observed, Step } from "../matrix/observed.js";
import type { Change } from "../observe/change.js";
import { type Bearing, effects } from "../observe/effect.js";

type Column = "readOnly" | "repeated" | "recall";

/** The changes of some steps that have one bearing on one hint. What a noisy observer saw leaves everybody unsure. */
export function bearing(
  observed: Observed,
  steps: readonly Step[],
  column: Column,
  wanted: Bearing,
): readonly Change[] {
  return steps.flatMap(({ changes }) =>
    changes.filter((change) => {
      const row: Bearing = effects[change.effect][column];
      const told = row !== "nothing" && observed.noisy.has(change.observer) ? "unsure" : row;
      return told === wanted;
    }),
  );
}

/** State that is not there any more as it was. An addition loses nothing. */
export const lostIn = (observed: Observed, changes: readonly Change[]): readonly Change[] =>
  changes.filter(
    ({ from, effect, kind, observer }) =>
      from === "state" &&
      effect !== "log" &&
      effect !== "sequence" && // the numbers that it gave out are lost to nobody
      (kind === "removed" || kind === "replaced" || kind === "reduced") &&
      !observed.noisy.has(observer),
  );

/** Why nothing can be cleared, whatever the cases show. */
export function blind(observed: Observed): string | undefined {
  if (observed.watched.length === 0) return "nothing was observed";
  if (observed.incomplete.length > 0) return observed.incomplete.join("; ");
  if (observed.noisy.size > 0) return `${[...observed.noisy].join(", ")} changed while nothing was called`;
  return undefined;
}
