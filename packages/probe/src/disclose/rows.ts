import { answerData, type Outcome, succeeded } from "../subject/outcome.js";

/** The rows of an answer: its longest list, else its lines if there are several. */
export function rowsOf(outcome: Outcome): readonly string[] {
  if (!succeeded(outcome) || outcome.kind !== "answered") return [];
  const lists = listsIn(answerData(outcome));
  const longest = lists.reduce<readonly unknown[]>((best, list) => (list.length > best.length ? list : best), []);
  if (lists.length > 0) return longest.map((row) => JSON.stringify(row));
  const lines = outcome.text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 ? lines : [];
}

function listsIn(value: unknown): readonly (readonly unknown[])[] {
  if (typeof value === "string") return listsInText(value);
  if (typeof value !== "object" || value === null) return [];
  const below = Object.values(value).flatMap(listsIn);
  return Array.isArray(value) ? [value, ...below] : below;
}

/** Servers put a whole text into a structured answer too: its lines are the rows then. */
function listsInText(text: string): readonly (readonly unknown[])[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 ? [lines] : [];
}
