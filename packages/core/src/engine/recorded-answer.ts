import { type Decision, refuse } from "../confirmation/decision.js";
import { decide } from "../confirmation/machine.js";
import { readConfirmation } from "../confirmation/read.js";
import type { StoredRecord } from "../store.js";
import type { Bid, Claimed } from "./claim.js";
import type { Parts } from "./parts.js";
import { isTokenShaped } from "./token.js";

/**
 * What a claim would hear of a token that is used, without claiming one that is not: for a tool that is switched off. An
 * unused token is refused as `tool_disabled` and stays as it is.
 */
export async function recordedAnswer(parts: Parts, bid: Bid): Promise<Exclude<Claimed, { kind: "won" }>> {
  const { operationId } = bid;
  const { decision } = await lookAt(parts, bid);
  switch (decision.kind) {
    case "replay":
    case "refuse":
      return { ...decision, operationId };
    default:
      return { kind: "refuse", reason: "tool_disabled", operationId };
  }
}

/** What a claim would come to now. A swap: it would be won. */
export async function lookAt(
  { platform, store, times }: Parts,
  { token, id, binding }: Bid,
): Promise<{ readonly decision: Decision; readonly record: StoredRecord | null }> {
  if (!isTokenShaped(token)) return { decision: refuse("unknown_or_used"), record: null };
  const record = await store.get(id);
  const consume = { type: "consume", binding, claim: platform.randomText(), claimedAtMs: platform.wallMs() } as const;
  return { decision: decide(record && readConfirmation(record), consume, times), record };
}
