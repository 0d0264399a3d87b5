import { type Done, NotExecuted, type Reconciled } from "@holdpoint/tier2-core";
import { type Fate, RequestRefused } from "../../outside/requests.js";

/** Another system's answer. Its "no" is one: nothing was done. Any other error leaves open what it did. */
export async function answerOf<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof RequestRefused) throw new NotExecuted(error.message);
    throw error;
  }
}

/** What the other system says of a request is what became of the operation. */
export const reconciled = <Result>(fate: Fate<Result>, done: (result: Result) => Done): Reconciled =>
  fate.outcome === "completed" ? { outcome: "completed", ...done(fate.result) } : { outcome: "not_executed" };
