import type { Answer } from "./answer.js";
import type { Stage } from "./chapter.js";
import type { View } from "./observe.js";
import type { Row } from "./table.js";

interface Refusal {
  view: View;
  /** Before and after: a refusal leaves the database as it is. */
  rows: readonly Row[];
  /** With its detail, if there is one: `unknown_or_used/in_flight`. */
  reason: string;
}

/** Makes a call that must be refused, and shows that it changed nothing. */
export async function refused(
  { observe, expect, same }: Stage,
  { view, rows, reason }: Refusal,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await observe(view, { before: rows, after: "unchanged" }, call);
  const { status, detail } = answer.body;
  expect("refused", [answer.body.reason, detail].filter((part) => part !== undefined).join("/"), reason);
  same("as an error that no client takes for a result", [status, answer.isError], ["rejected", true]);
  return answer;
}
