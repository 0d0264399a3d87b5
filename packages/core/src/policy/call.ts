import type { Classification, Hints } from "../classification/classification.js";
import type { Level } from "../tier.js";
import type { PolicyFacts } from "./policy.js";

/** What is known of a tool before anybody calls it. */
export interface Callee {
  readonly server: string;
  readonly tool: string;
  readonly definition: Classification;
  readonly hints?: Hints | undefined;
}

/** One call, as policies see it. */
export interface PolicyCall extends Callee {
  /** What the tool demands at least for these params. */
  readonly level: Level;
  readonly facts: PolicyFacts;
}
