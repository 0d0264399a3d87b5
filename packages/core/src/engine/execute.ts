import { readConfirmation } from "../confirmation/read.js";
import { Tier2Error } from "../errors.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import { type Answer, type Reply, replyOf } from "../wire/reply.js";
import type { Claim } from "./claim.js";
import { releaseFingerprint } from "./duplicates.js";
import { afterClaim, pass } from "./gates.js";
import { Lease } from "./lease.js";
import type { Parts, Subject } from "./parts.js";
import { readProposal } from "./proposal.js";
import type { Params } from "./read-params.js";
import { type RecordedAnswer, readAnswer, recordAnswer } from "./record-answer.js";
import { asResolved } from "./resolve.js";
import { type Ending, notExecuted, runHandler } from "./run-handler.js";
import { transition } from "./transition.js";

/** Longer than for other writes: the effect may have happened, and only this record says so. */
export const completionPausesMs = [50, 200, 1000, 2000];

interface Claimed {
  readonly definition: AnyDefinition;
  readonly params: Params;
  readonly claim: Claim;
  readonly about: Subject & { operationId: string };
  readonly acknowledged: string | undefined;
  readonly source: unknown;
}

/** Executes a claimed operation to its end, whether or not its caller is still there. */
export function execute(parts: Parts, claimed: Claimed): Promise<Reply> {
  const { id } = claimed.claim;
  const execution = executeClaimed(parts, claimed).finally(() => parts.running.delete(id));
  parts.running.set(id, execution);
  return execution;
}

async function executeClaimed(parts: Parts, claimed: Claimed): Promise<Reply> {
  const { definition, claim, about, acknowledged, source } = claimed;
  const lease = new Lease(parts, claim);
  try {
    parts.tell(about, { type: "claimed" });
    const proposal = readProposal(claim.record);
    if (proposal === null) throw new Tier2Error("record_unreadable", "A claimed confirmation has no proposal.");
    const params = asResolved(claimed.params, proposal.resolved);
    const context = {
      requester: about.requester,
      server: parts.server,
      tool: about.tool,
      source,
      signal: lease.signal,
    };
    const run = { parts, definition, params, proposal, claim, acknowledged, about, context };
    const refusal =
      (await pass(afterClaim, run)) ?? ((await lease.mayStart()) ? undefined : { reason: "not_executed" as const });
    if (refusal !== undefined) return await finish(parts, claimed, notExecuted(about.tool, refusal));
    const startedMs = parts.platform.monotonicMs();
    const ending = await runHandler({
      definition,
      params,
      preview: proposal.preview,
      context: { ...context, operationId: about.operationId },
      claimedAtMs: claim.claimedAtMs,
      durationMs: () => Math.round(parts.platform.monotonicMs() - startedMs),
      tell: (step) => parts.tell(about, step),
    });
    return await finish(parts, claimed, ending);
  } finally {
    lease.end();
  }
}

/** Records the ending, tells it, and answers it. */
async function finish(parts: Parts, claimed: Claimed, ending: Ending): Promise<Reply> {
  const { definition, params, about } = claimed;
  const recorded = recordAnswer(ending.answer, params.redact, parts.maxResultBytes, definition.resultSecrets);
  const answer = await record(parts, claimed, ending.outcome, recorded);
  parts.tell(about, ending.step);
  try {
    await parts.journal?.(parts.event(about, ending.step));
  } catch (error) {
    parts.tell(about, { type: "hook_failed", hook: "journal", error });
  }
  return replyOf(answer, { operationId: about.operationId });
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
