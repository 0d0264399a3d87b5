import type { Hints } from "../classification/classification.js";
import { readConfirmation } from "../confirmation/read.js";
import type { Elicited } from "../elicitation/elicit.js";
import { Tier2Error } from "../errors.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import { type Answer, type Reply, replyOf } from "../wire/reply.js";
import { underOf } from "./checks.js";
import type { Claim } from "./claim.js";
import { releaseFingerprint } from "./duplicates.js";
import { afterClaim, pass, type Run } from "./gates.js";
import { Lease } from "./lease.js";
import { putOnRecord } from "./on-record.js";
import type { Parts, Subject } from "./parts.js";
import { Permit } from "./permit.js";
import { readProposal } from "./proposal.js";
import type { Params } from "./read-params.js";
import { type RecordedAnswer, readAnswer, recordAnswer } from "./record-answer.js";
import { asResolved } from "./resolve.js";
import { withResult } from "./result-digest.js";
import { type Ending, notExecuted, runHandler } from "./run-handler.js";
import { transition } from "./transition.js";

/** Longer than for other writes: the effect may have happened, and only this record says so. */
export const completionPausesMs = [50, 200, 1000, 2000];

export interface Claimed {
  readonly definition: AnyDefinition;
  readonly params: Params;
  readonly claim: Claim;
  readonly about: Subject & { operationId: string };
  readonly acknowledged: string | undefined;
  readonly elicited: Elicited | undefined;
  readonly source: unknown;
  readonly hints: Hints | undefined;
}

/** Executes a claimed operation to its end, whether or not its caller is still there. */
export function execute(parts: Parts, claimed: Claimed): Promise<Reply> {
  const { id } = claimed.claim;
  const execution = executeClaimed(parts, claimed).finally(() => parts.running.delete(id));
  parts.running.set(id, execution);
  return execution;
}

async function executeClaimed(parts: Parts, claimed: Claimed): Promise<Reply> {
  const { definition, claim, about, acknowledged, elicited, source, hints } = claimed;
  const lease = new Lease(parts, claim);
  try {
    parts.tell(about, { type: "claimed" });
    const proposal = readProposal(claim.record);
    if (proposal === null) throw new Tier2Error("record_unreadable", "A claimed confirmation has no proposal.");
    const params = asResolved(claimed.params, proposal.resolved);
    const { requester, tool } = about;
    const context = { requester, server: parts.server, tool, source, signal: lease.signal };
    const permit = new Permit();
    const run = { parts, definition, params, proposal, claim, acknowledged, elicited, about, context, hints, permit };
    const ending = await runClaimed(run, lease);
    if (ending.outcome === "not_executed") await permit.giveBack(parts, about);
    return await finish(parts, claimed, ending, permit);
  } finally {
    lease.end();
  }
}

/** Between the reservation of a use and the handler nothing is awaited. */
async function runClaimed(run: Run, lease: Lease): Promise<Ending> {
  const { parts, definition, params, proposal, claim, about, context, permit } = run;
  const refusal =
    (await pass(afterClaim, run)) ??
    ((await lease.mayStart()) ? undefined : { reason: "not_executed" as const }) ??
    (await permit.refusedByGrant(run)) ??
    permit.refusedAsLate(run, () => lease.mayStartNow());
  if (refusal !== undefined) return notExecuted(about.tool, refusal);
  const startedMs = parts.platform.monotonicMs();
  return runHandler({
    definition,
    params,
    preview: proposal.preview,
    context: { ...context, operationId: about.operationId, ...permit.inContext() },
    claimedAtMs: claim.claimedAtMs,
    durationMs: () => Math.round(parts.platform.monotonicMs() - startedMs),
    tell: (step) => parts.tell(about, step),
    under: () => underOf(run),
  });
}

/** Records the ending, tells it, and answers it. */
async function finish(
  parts: Parts,
  claimed: Claimed,
  { outcome, answer, step }: Ending,
  permit: Permit,
): Promise<Reply> {
  const { definition, params, about } = claimed;
  const approval = outcome === "not_executed" ? undefined : permit.meta(about.operationId);
  const told = approval === undefined ? answer : { ...answer, approval };
  const written = recordAnswer(told, params.redact, parts.maxResultBytes, definition.resultSecrets);
  const recorded = await record(parts, claimed, outcome, written);
  await putOnRecord(parts, about, withResult(parts.platform, step, written.data));
  return replyOf(recorded, { operationId: about.operationId });
}

/** Answers what is recorded now, so that each replay says the same; and the truth, whatever becomes of the recording. */
async function record(
  parts: Parts,
  claimed: Claimed,
  outcome: Ending["outcome"],
  { answer, data }: RecordedAnswer,
): Promise<Answer> {
  const { definition, params, about } = claimed;
  const { id, binding, claim, claimedAtMs } = claimed.claim;
  try {
    const complete = { type: "complete", binding, claim, claimedAtMs, outcome, data } as const;
    const result = await transition(parts, id, complete, completionPausesMs);
    if (result.kind === "done") {
      const { state } = readConfirmation(result.record);
      if ("contradicted" in state) parts.tell(about, { type: "contradicted" });
      const like = { tokenId: about.requester.tokenId, tool: about.tool, params: params.shown };
      if (definition.duplicates !== "allow")
        releaseFingerprint(parts, like, claimed.claim, { ran: state.status !== "not_executed" });
      // Another answer stands there if `reconcile` had said "completed" meanwhile. What is secret in ours is told once, here.
      const stands = result.record.data;
      return stands === null || stands === data ? answer : readAnswer(stands);
    }
    if (result.kind === "reject" && result.why === "not_claimed") {
      throw new Tier2Error("store_contradiction", `Store "${parts.store.name}" has given this claim to another.`);
    }
    // `reconcile` had said "completed", and the claim knows that nothing was.
    if (outcome === "not_executed") parts.tell(about, { type: "contradicted" });
  } catch (error) {
    parts.tell(about, { type: "completion_unrecorded", error });
  }
  return answer;
}
