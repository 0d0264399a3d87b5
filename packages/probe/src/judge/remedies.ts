import type { HintName } from "../subject/hints.js";
import type { Piece } from "./finding.js";

/** The three honest ways out of a disagreement, and no fourth: changing the target until the test passes is none. */
export interface Remedies {
  readonly narrow: string;
  readonly change: string;
  readonly show: string;
}

const honest: Readonly<Record<HintName, string>> = {
  readOnlyHint: "readOnlyHint: false",
  destructiveHint: "destructiveHint: true",
  idempotentHint: "idempotentHint: false",
};

export function remedies(tool: string, hint: HintName, pieces: readonly Piece[]): Remedies {
  const why = [...new Set(pieces.filter(({ found }) => found === "false").map(({ sentence }) => sentence))].join("; ");
  return {
    narrow: `Narrow ${tool}, or split it, until the hint is true: take out what was seen (${why}).`,
    change: `Change the hint: ${honest[hint]}.`,
    show: `Show the effect in the approval: ${why}.`,
  };
}
