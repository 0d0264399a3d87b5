/** What a client learned from one call. */
export type Outcome =
  | { readonly kind: "answered"; readonly isError: boolean; readonly text: string; readonly structured?: unknown }
  | { readonly kind: "refused"; readonly code: number; readonly message: string } // a JSON-RPC error
  | { readonly kind: "cut"; readonly received: boolean } // severed by the probe; `received`: the server had begun to answer
  | { readonly kind: "silent"; readonly afterMs: number };

export const succeeded = (outcome: Outcome): boolean => outcome.kind === "answered" && !outcome.isError;

/** Everything that an answer says, in one text. */
export function saidBy(outcome: Outcome): string {
  if (outcome.kind !== "answered") return "";
  const structured = outcome.structured === undefined ? "" : JSON.stringify(outcome.structured);
  return structured === "" || outcome.text.includes(structured) ? outcome.text : `${outcome.text}\n${structured}`;
}
