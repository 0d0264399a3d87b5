import { pendingWrite } from "../confirmation/write.js";
import { Tier2Error } from "../errors.js";
import type { Parts } from "./parts.js";
import { type Proposal, writeProposal } from "./proposal.js";
import { proposedOf } from "./proposed.js";
import { addressOf, bindingOf, mintToken } from "./token.js";
import { repeated } from "./transition.js";

const retryPausesMs = [20, 100];

export interface Issued {
  readonly token: string;
  readonly operationId: string;
}

/** Stores a proposal and makes the token that can confirm it once. */
export async function issue(parts: Parts, proposal: Proposal, canonicalParams: string): Promise<Issued> {
  const { platform, store, times } = parts;
  const token = mintToken(platform);
  const { requester, server, tool, approval } = proposal;
  const binding = bindingOf(platform, { token, tokenId: requester.tokenId, server, tool, canonicalParams });
  const { id, operationId } = addressOf(platform, token);
  const write = pendingWrite(binding, writeProposal(proposal), times);
  const insert = await repeated(platform, retryPausesMs, () => store.insert(id, write));
  // Taken by this very write: the reply of an earlier attempt had been lost.
  if (!insert.ok && insert.record.tag !== write.tag) {
    throw new Tier2Error("store_contradiction", `Store "${store.name}" already holds a record for a new random token.`);
  }
  const under = approval && { id: approval.id, actionDigest: approval.actionDigest, requested: approval.requested };
  const proposed = { type: "proposed", ...proposedOf(proposal), ...(under && { approval: under }) } as const;
  parts.tell({ tool, requester, operationId }, proposed);
  return { token, operationId };
}
