import { isTier2Error } from "../errors.js";
import type { Ending } from "./run-handler.js";
import type { TransactionEnd } from "./run-transaction.js";

/** Rolls the transaction back because nothing is to be executed; the ending is then recorded by itself. */
export class Undo extends Error {
  readonly ending: Ending;

  constructor(ending: Ending) {
    super("Nothing was executed.");
    this.ending = ending;
  }
}

/** How far the work had come when its transaction ended. */
export type Stage = "claiming" | "asking" | "handling" | "recording";

interface Failed {
  readonly end: Exclude<TransactionEnd<unknown>["kind"], "committed">;
  readonly error: unknown;
  readonly stage: Stage;
  readonly clash: "lock_timeout" | "conflict" | undefined;
  /** May the same work be done again now? */
  readonly mayRepeat: boolean;
}

/** What the caller hears, or what is done before it hears anything. */
export type Verdict =
  | "look_up" // whether it was committed
  | "record" // the refusal, by a transaction of its own
  | "throw" // a Tier2Error: neither the database nor the handler failed
  | "repeat" // the same work again
  | "running" // unknown_or_used / in_flight
  | "rolled_back" // not_executed / rolled_back
  | "unavailable"; // store_unavailable

/** Pure: the first row that fits. */
export function verdictOn({ end, error, stage, clash, mayRepeat }: Failed): Verdict {
  if (end === "unknown") return "look_up";
  if (error instanceof Undo) return "record";
  if (isSetUp(error) && stage !== "handling") return "throw";
  if (stage === "claiming" && clash === "lock_timeout") return "running";
  // Nothing has happened yet, or the database chose this one to give way.
  if (mayRepeat && (stage === "claiming" || clash === "conflict")) return "repeat";
  return stage === "claiming" ? "unavailable" : "rolled_back";
}

/** What no repetition mends: a set-up mistake, or a record that cannot be read. */
const isSetUp = (error: unknown) =>
  isTier2Error(error) && error.code !== "store_unavailable" && error.code !== "journal_unavailable";
