import type { Elicit, Elicited } from "../elicitation/elicit.js";
import { type ElicitationOutcome, refusalFor } from "../elicitation/outcome.js";
import { type Asking, askingOf } from "../elicitation/question.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import { levelOf } from "../tool/judge-tool.js";
import type { Refusal } from "../wire/envelope.js";
import { askClient } from "./ask-client.js";
import type { Call } from "./call.js";
import type { Bid, Helpers } from "./claim.js";
import { userNotReachable } from "./level.js";
import type { Parts } from "./parts.js";
import { type Proposal, readProposal } from "./proposal.js";
import { lookAt } from "./recorded-answer.js";
import { withResolved } from "./resolve.js";

/** `elicited`: what the client's user typed; absent where nobody had to be asked. */
export type Asked = { readonly elicited?: Elicited } | { readonly refusal: Refusal };

/** Nobody could ever be asked about it, so its preview gives no token either. */
export const nothingToType: Refusal = { reason: "level_unavailable", detail: "nothing_to_type" };

/** What the client's user is asked about a proposal; undefined where there is nothing to ask for. */
export const askingAbout = (
  { retype, name: tool }: AnyDefinition,
  { summary = "", material, params, resolved }: Pick<Proposal, "summary" | "material" | "params" | "resolved">,
): Asking | undefined => askingOf(retype, { tool, summary, material, params: withResolved(params, resolved) });

/**
 * L2: asks the client's user before the token is claimed. Only where a claim would be won: a replay, a running operation and a
 * stranger's token ask nobody. Nothing is written here, so whatever comes of it the token stays as it is.
 */
export async function askUser(call: Call, helpers: Helpers, bid: Bid): Promise<Asked> {
  const { parts, definition, context } = call;
  const { askedBefore } = helpers;
  if (!isOfL2(call) || context.disabled === true) return {};
  const { decision, record } = await lookAt(parts, bid);
  const proposal = decision.kind === "swap" && record !== null ? readProposal(record) : null;
  if (record === null || proposal === null) return withAnswer(askedBefore.answerTo(bid.id));
  if (context.elicit === undefined) return { refusal: userNotReachable };
  const asking = askingAbout(definition, proposal);
  if (asking === undefined) return { refusal: nothingToType };
  const leftMs = record.deadlineMs - record.nowMs;
  const outcome = askedBefore.take(bid.id, rememberedMs(parts, leftMs))
    ? await ask(call, { ...bid, asking, elicit: context.elicit, leftMs })
    : "asked_enough";
  const refusal = refusalFor(outcome);
  if (refusal !== undefined) {
    askedBefore.refused(bid.id, outcome);
    return { refusal };
  }
  const elicited = { fact: asking.expected.name, atMs: parts.platform.wallMs() };
  askedBefore.answered(bid.id, elicited);
  return { elicited };
}

/** What throws is left to the gate after the claim, which refuses it; a recorded answer is given all the same. */
function isOfL2({ definition, params }: Call): boolean {
  try {
    return levelOf(definition, params.copy()) === "L2";
  } catch {
    return false;
  }
}

const withAnswer = (elicited: Elicited | undefined): Asked => (elicited === undefined ? {} : { elicited });

/** As long as the token can be confirmed, and then as long as a claim of it can be repeated. */
const rememberedMs = ({ times }: Parts, leftMs: number): number => leftMs + times.leaseMs;

interface Ask {
  readonly operationId: string;
  readonly asking: Asking;
  readonly elicit: Elicit;
  readonly leftMs: number;
}

/** What was typed is told nowhere: a person may have typed something else by mistake, such as a password. */
async function ask({ parts, params, about, context }: Call, ask: Ask): Promise<ElicitationOutcome> {
  const { asking, elicit, leftMs, operationId } = ask;
  const subject = { ...about, operationId };
  const startedMs = parts.platform.monotonicMs();
  let outcome: ElicitationOutcome;
  try {
    outcome = await askClient(parts, elicit, asking, { signal: context.signal, leftMs });
  } catch (error) {
    outcome = "failed";
    parts.tell(subject, { type: "hook_failed", hook: "elicit", error: params.redact.error(error) });
  }
  const durationMs = Math.round(parts.platform.monotonicMs() - startedMs);
  parts.tell(subject, { type: "elicited", fact: asking.expected.name, outcome, durationMs });
  return outcome;
}
