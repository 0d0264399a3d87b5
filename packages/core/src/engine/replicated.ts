// A store can be told to wait until replicas have a write. A claim that too few of them have is not acted on: a failover
// could forget it while its handler runs.
import { type Refusal, rejected } from "../wire/envelope.js";
import type { Claim } from "./claim.js";
import { completionPausesMs } from "./execute.js";
import type { Parts } from "./parts.js";
import { readProposal } from "./proposal.js";
import { recordAnswer } from "./record-answer.js";
import { redactor } from "./redact.js";
import { transition } from "./transition.js";

export const notReplicated = { reason: "not_executed", detail: "not_replicated" } as const;

/**
 * Renews the claim once, which replicas must acknowledge together with all that was written before it. This is also how
 * a claim is asked about whose own reply was lost.
 */
export async function isReplicatedNow(parts: Parts, { id, binding, claim, claimedAtMs }: Claim): Promise<boolean> {
  try {
    const renewed = await transition(parts, id, { type: "renew", binding, claim, claimedAtMs });
    return renewed.kind === "done" && renewed.replicated;
  } catch {
    return false;
  }
}

/** Records that nothing was executed. If that fails too, the lapsed claim is a doubt that holds nothing. */
export async function endUnstarted(parts: Parts, claim: Claim, refusal: Refusal): Promise<void> {
  const proposal = readProposal(claim.record);
  const tool = proposal?.tool ?? "";
  const { data } = recordAnswer({ body: rejected(tool, refusal) }, redactor([]), parts.maxResultBytes);
  const { binding, claimedAtMs } = claim;
  const complete = {
    type: "complete",
    binding,
    claim: claim.claim,
    claimedAtMs,
    outcome: "not_executed",
    data,
  } as const;
  try {
    await transition(parts, claim.id, complete, completionPausesMs);
  } catch (error) {
    const requester = proposal?.requester ?? { tokenId: "" };
    parts.tell({ tool, requester, operationId: claim.operationId }, { type: "completion_unrecorded", error });
  }
}
