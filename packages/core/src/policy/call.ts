import type { Classification, Hints } from "../classification/classification.js";
import { jsonCopy } from "../params/json-copy.js";
import type { Level } from "../tier.js";
import type { PolicyFacts } from "./policy.js";

/** What is known of a tool before anybody calls it. */
export interface Callee {
  readonly server: string;
  readonly tool: string;
  readonly definition: Classification;
  readonly hints?: Hints | undefined;
}

/** The facts for one function of one policy: what it does to them is nobody else's. */
export const factsFor = ({ facts }: Pick<PolicyCall, "facts">): PolicyFacts => ({
  ...facts,
  material: jsonCopy(facts.material),
  params: facts.params === undefined ? undefined : jsonCopy(facts.params),
});

/** One call, as policies see it. */
export interface PolicyCall extends Callee {
  /** What the tool demands at least for these params. */
  readonly level: Level;
  readonly facts: PolicyFacts;
}
