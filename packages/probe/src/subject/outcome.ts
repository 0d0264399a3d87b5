import { tooDeep } from "./too-deep.js";

/** What a client learned from one call. */
export type Outcome =
  | {
      readonly kind: "answered";
      readonly isError: boolean;
      readonly text: string;
      readonly structured?: unknown;
      /** What else stands in it and a client can read: names and descriptions of its blocks, its metadata. */
      readonly beside?: string;
    }
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
  return [...new Set([outcome.text, structured, outcome.beside ?? "", ...unescaped])].filter(Boolean).join("\n");
}

/** How often JSON may stand in a text of JSON. Each level doubles the escapes, so that no honest answer goes far. */
const maxWrapped = 4;

function textsIn(value: unknown, wrapped = 0): readonly string[] {
  if (typeof value === "string")
    return [value, ...(wrapped < maxWrapped ? textsIn(unwrapped(value), wrapped + 1) : [])];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((each) => textsIn(each, wrapped));
}

/** The JSON object or list that a text is, if it is one that can be read. */
function unwrapped(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return tooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
