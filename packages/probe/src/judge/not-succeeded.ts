import { hiding } from "../disclose/known-secrets.js";
import type { Observed, Step } from "../matrix/observed.js";
import { shownOutcome } from "../report/evidence.js";

/** Says what came instead: without it nobody could mend the plan. */
export function notSucceeded({ secrets }: Observed, { outcomes }: Step): string {
  const [outcome] = outcomes;
  const instead = outcome === undefined ? "" : `: ${shownOutcome(outcome, hiding(secrets))}`;
  return `the ordinary call did not succeed${instead}`;
}
