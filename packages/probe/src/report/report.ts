import type { Disclosure } from "../judge/disclosure.js";
import type { Verdict } from "../judge/finding.js";
import type { Behaviour, Proposal } from "../judge/propose.js";
import type { Remedies } from "../judge/remedies.js";
import type { RequestId } from "../judge/request-id.js";
import type { CaseName } from "../matrix/cases.js";
import type { Claim, HintName } from "../subject/hints.js";

/** One case as it goes on record: everything in it is redacted. */
export interface Evidence {
  readonly case: string;
  readonly request: string;
  readonly first_call: string;
  readonly second_call?: string;
  readonly remote_records: readonly string[];
  readonly result: string;
}

export interface Judgement {
  readonly hint: HintName;
  readonly claim: Claim;
  readonly verdict: Verdict;
  readonly sentence: string;
  /** What decided, most telling first. */
  readonly evidence: readonly Evidence[];
  readonly cautions: readonly string[];
  /** Where hint and behaviour disagree. */
  readonly remedies?: Remedies;
}

export interface ToolReport {
  readonly tool: string;
  /** Why it was not probed. Everything else is empty then. */
  readonly skipped?: string;
  /** Of the hints as declared, and of both schemas. */
  readonly definition: { readonly hints: Readonly<Record<string, unknown>>; readonly schemas: string };
  readonly behaviour: Behaviour;
  /** What one ordinary call does, without names. */
  readonly effects: readonly string[];
  readonly judgements: readonly Judgement[];
  readonly disclosure: Disclosure;
  readonly requestId?: RequestId;
  readonly proposal?: Proposal;
  readonly casesRun: readonly CaseName[];
  readonly casesNotRun: readonly { readonly case: CaseName; readonly why: string }[];
}

/** What the probe found. Holds no time of its own: two runs with the same findings are the same text. */
export interface Report {
  readonly format: 1;
  readonly subject: string;
  readonly watched: readonly string[];
  readonly calls: number;
  readonly tools: readonly ToolReport[];
}
