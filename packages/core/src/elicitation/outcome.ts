/** What a client's answer comes to. Pure: only one of the outcomes lets the operation go on, and a machine does not reach it by filling in a form. */
import type { Refusal } from "../wire/envelope.js";
import type { Asking } from "./question.js";
import { typed } from "./retype.js";

/** What an adapter heard from the client. Anything else it may answer counts as `unexpected`. */
export type ClientAnswer =
  | { readonly action: "accept"; readonly content?: unknown }
  | { readonly action: "decline" | "cancel" | "timed_out" };

export type ElicitationOutcome =
  /** The user typed what was asked for. */
  | "answered"
  | "declined"
  /** The question was closed without a choice. */
  | "cancelled"
  | "timed_out"
  /** The call that asked went away: its client cancelled it or left, or the server shuts down. */
  | "withdrawn"
  /** The client could not be asked, although it says that it can. */
  | "failed"
  /** Accepted with nothing in it, as clients do that accept by themselves. */
  | "empty"
  | "wrong"
  /** Accepted with something else than was asked for. */
  | "unexpected"
  /** This token was asked about too often already. */
  | "asked_enough";

interface Row {
  readonly goesOn: boolean;
  /** May the client's user be asked about the same token again? Nobody is asked until they give in. */
  readonly mayBeAskedAgain: boolean;
}

const on: Row = { goesOn: true, mayBeAskedAgain: true };
const once: Row = { goesOn: false, mayBeAskedAgain: true };
const never: Row = { goesOn: false, mayBeAskedAgain: false };

export const outcomes = {
  answered: on,
  declined: never,
  cancelled: once,
  timed_out: once,
  withdrawn: once,
  failed: once,
  empty: once,
  wrong: once,
  unexpected: once,
  asked_enough: never,
} as const satisfies Record<ElicitationOutcome, Row>;

/** Undefined: go on. The token stays as it is either way. */
export const refusalFor = (outcome: ElicitationOutcome): Refusal | undefined =>
  outcomes[outcome].goesOn ? undefined : { reason: "not_confirmed", detail: outcome };

export function outcomeOf(answer: ClientAnswer, { question, expected }: Asking): ElicitationOutcome {
  switch (answer?.action) {
    case "decline":
      return "declined";
    case "cancel":
      return "cancelled";
    case "timed_out":
      return "timed_out";
    case "accept":
      return outcomeOfContent(answer.content, question.field.name, expected.text);
    default:
      return "unexpected";
  }
}

function outcomeOfContent(content: unknown, field: string, expected: string): ElicitationOutcome {
  if (content === undefined || content === null) return "empty";
  if (typeof content !== "object" || Array.isArray(content)) return "unexpected";
  const entries = Object.entries(content);
  if (entries.length === 0) return "empty";
  const [[name, value] = []] = entries;
  if (entries.length > 1 || name !== field || typeof value !== "string") return "unexpected";
  const text = typed(value);
  if (text === "") return "empty";
  return text === expected ? "answered" : "wrong";
}
