import { answerData, type Outcome, saidBy } from "../subject/outcome.js";
import type { Args } from "../subject/subject.js";

/** Whether everything that the undo needs stood in the request or its answer: else somebody has to look it up in logs. */
export function undoKnown(undo: Args, request: Args, answer: Outcome): boolean {
  const told = [...leaves(request), ...leaves(answerData(answer))];
  const said = saidBy(answer);
  // A switch of the undo itself, such as `silent: true`, is nobody's former state.
  const needed = Object.values(undo).filter((value) => typeof value !== "boolean" && value !== null && value !== "");
  return needed
    .flatMap(leaves)
    .every((leaf) => told.includes(leaf) || (typeof leaf === "string" && isSaid(leaf, said)));
}

/** As a word of its own: `bob` is not told by `bobbin`, and one letter by nothing. */
function isSaid(text: string, said: string): boolean {
  if (text.length < 2) return false;
  for (let at = said.indexOf(text); at >= 0; at = said.indexOf(text, at + 1))
    if (!/[\p{L}\p{N}]/u.test((said[at - 1] ?? " ") + (said[at + text.length] ?? " "))) return true;
  return false;
}

function leaves(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  return Object.values(value).flatMap(leaves);
}
