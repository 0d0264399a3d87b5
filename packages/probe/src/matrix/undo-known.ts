import type { Outcome } from "../subject/outcome.js";
import { saidBy } from "../subject/outcome.js";
import type { Args } from "../subject/subject.js";

/** Whether everything that the undo needs stood in the request or its answer: else somebody has to look it up in logs. */
export function undoKnown(undo: Args, request: Args, answer: Outcome): boolean {
  const told = JSON.stringify(request) + saidBy(answer);
  const asked = leaves(request);
  return leaves(undo).every(
    (leaf) => asked.includes(leaf) || told.includes(JSON.stringify(leaf)) || told.includes(String(leaf)),
  );
}

function leaves(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  return Object.values(value).flatMap(leaves);
}
