import type { FailureTestId } from "./failure-tests.js";
import type { Sizes } from "./sizes.js";
import type { Subject } from "./subject.js";

/** One check: data until it is run. */
export interface Check {
  readonly test: FailureTestId;
  /** What is seen, as a sentence. */
  readonly name: string;
  /** Rejects where the server fails the test. */
  run(subject: Subject, sizes: Sizes): Promise<void>;
}
