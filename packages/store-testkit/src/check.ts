import type { Power } from "./backend.js";
import type { Bench } from "./bench.js";
import type { RequirementId } from "./requirements.js";

/**
 * One check of the suite: data until it is run. It blames its own requirement only: where what it stands on is
 * broken already, and another requirement's check says so, it has nothing to add and passes.
 */
export interface Check {
  readonly requirement: RequirementId;
  /** What is seen, as a sentence. */
  readonly title: string;
  /** The power that it needs of the backend. */
  readonly needs?: Power;
  /** It stands in for the checks that need this power, where the backend declares that it has none. */
  readonly standsInFor?: Power;
  /** Rejects where the store does not conform. */
  run(bench: Bench): Promise<void>;
}
