import type { CaseName } from "../matrix/cases.js";
import type { Step } from "../matrix/observed.js";
import type { Claim } from "../subject/hints.js";

/** Whether a property was found to hold. `unknown` is an answer. */
export type Found = "true" | "false" | "unknown";

/** What one case shows about one property. */
export interface Piece {
  readonly case: CaseName;
  readonly found: Found | "caution";
  readonly sentence: string;
  readonly steps: readonly Step[];
}

/**
 * `holds`: everything that was watched agrees. `contradicted`: something was seen that the hint denies. `cautious`: the hint
 * admits more than was seen, which is no fault. `no_meaning`: MCP gives it none on a tool that is read-only.
 */
export type Verdict = "holds" | "contradicted" | "cautious" | "cannot_tell" | "no_meaning";

/** The whole rule. `found` is what the hint's own words say: read-only, destructive, idempotent. */
export function verdictOf(hint: "promise" | "warning", claim: Claim, found: Found): Verdict {
  if (found === "unknown") return "cannot_tell";
  const isTrue = found === "true";
  if (claim.value === isTrue) return "holds";
  // A promise (read-only, idempotent) is false if it was not kept; a warning (destructive) if it was not given.
  const promisesTooMuch = hint === "promise" ? claim.value : !claim.value;
  return promisesTooMuch ? "contradicted" : "cautious";
}

export const allOf = (pieces: readonly Piece[]): Found => {
  if (pieces.some((piece) => piece.found === "false")) return "false";
  return pieces.some((piece) => piece.found === "unknown") ? "unknown" : "true";
};
