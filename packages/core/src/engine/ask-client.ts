import type { Elicit } from "../elicitation/elicit.js";
import { type ElicitationOutcome, outcomeOf } from "../elicitation/outcome.js";
import type { Asking } from "../elicitation/question.js";
import { callSignal } from "./call-signal.js";
import type { Parts } from "./parts.js";
import { firstOf } from "./pause.js";

interface Waiting {
  /** The call's own: nobody waits for the answer once it aborts. */
  readonly signal: AbortSignal | undefined;
  /** Until the token expires: an answer after that could not be used. */
  readonly leftMs: number;
}

/** Rejects only with what `elicit` throws. However it ends without an answer, the question is taken back. */
export async function askClient(
  parts: Parts,
  elicit: Elicit,
  asking: Asking,
  waiting: Waiting,
): Promise<ElicitationOutcome> {
  const { platform, elicitationTimeoutMs } = parts;
  const { leftMs } = waiting;
  const { signal, abort, release } = callSignal(parts);
  const leave = () => abort(waiting.signal?.reason);
  if (waiting.signal?.aborted) leave();
  else waiting.signal?.addEventListener("abort", leave);
  try {
    if (signal.aborted) return "withdrawn";
    const timeoutMs = Math.min(elicitationTimeoutMs, leftMs);
    const heard = (async () => outcomeOf(await elicit(asking.question, { timeoutMs, signal }), asking))();
    const ended = firstOf(platform, heard, leftMs, signal).then((): ElicitationOutcome => "timed_out");
    const outcome = await Promise.race([heard, ended]);
    // Whatever a client says while its call is taken away.
    if (signal.aborted && outcome !== "answered") return "withdrawn";
    if (outcome === "timed_out") abort(new Error("The question was not answered in time."));
    return outcome;
  } catch (error) {
    if (signal.aborted) return "withdrawn";
    throw error;
  } finally {
    waiting.signal?.removeEventListener("abort", leave);
    release();
  }
}
