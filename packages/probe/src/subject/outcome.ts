/** What a client learned from one call. */
export type Outcome =
  | { readonly kind: "answered"; readonly isError: boolean; readonly text: string; readonly structured?: unknown }
  | { readonly kind: "unreadable"; readonly why: string } // answered, with what nobody can read
  | { readonly kind: "refused"; readonly code: number; readonly message: string } // a JSON-RPC error
  | { readonly kind: "cut"; readonly received: boolean } // severed by the probe; `received`: the server had begun to answer
  | { readonly kind: "silent"; readonly afterMs: number }
  | { readonly kind: "lost"; readonly message: string }; // the connection ended, perhaps with the server's process

export const succeeded = (outcome: Outcome): boolean => outcome.kind === "answered" && !outcome.isError;

/** The answer as data: its structured content, else its text if that is JSON. */
export function answerData(outcome: Outcome): unknown {
  if (outcome.kind !== "answered") return undefined;
  if (outcome.structured !== undefined) return outcome.structured;
  try {
    return JSON.parse(outcome.text);
  } catch {
    return undefined;
  }
}

/** Everything that an answer says, in one text: as it was sent, and the texts in its data without their escapes. */
export function saidBy(outcome: Outcome): string {
  if (outcome.kind !== "answered") return "";
  const structured = outcome.structured === undefined ? "" : JSON.stringify(outcome.structured);
  const unescaped = textsIn(answerData(outcome)).filter((text) => JSON.stringify(text) !== `"${text}"`);
  return [...new Set([outcome.text, structured, ...unescaped])].filter(Boolean).join("\n");
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
