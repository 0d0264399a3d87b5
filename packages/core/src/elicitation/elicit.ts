import type { ClientAnswer } from "./outcome.js";
import type { Question } from "./question.js";

/**
 * Asks the client's user, in the name of one call. What it throws, or answers late, refuses the call.
 *
 * `timeoutMs`: without a sign of life from the client. `signal` aborts when nobody waits for the answer any more: the
 * question is to be taken back then.
 */
export type Elicit = (
  question: Question,
  limits: { readonly timeoutMs: number; readonly signal: AbortSignal },
) => Promise<ClientAnswer>;

/** That the client's user typed what was asked for: beside the intent and the completion of what it let through. */
export interface Elicited {
  /** What was typed: the name of a fact, never the text. */
  readonly fact: string;
  /** Wall clock, epoch milliseconds. */
  readonly atMs: number;
}
