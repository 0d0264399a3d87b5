import { decide } from "../confirmation/machine.js";
import { readConfirmation } from "../confirmation/read.js";
import type { Bid, Claimed } from "./claim.js";
import type { Parts } from "./parts.js";
import { isTokenShaped } from "./token.js";

/**
 * What a claim would hear of a token that is used, without claiming one that is not: for a tool that is switched off. An
 * unused token is refused as `tool_disabled` and stays as it is.
 */
export async function recordedAnswer(
  { platform, store, times }: Parts,
  { token, id, operationId, binding }: Bid,
): Promise<Exclude<Claimed, { kind: "won" }>> {
  if (!isTokenShaped(token)) return { kind: "refuse", reason: "unknown_or_used", operationId };
  const record = await store.get(id);
  const consume = { type: "consume", binding, claim: platform.randomText(), claimedAtMs: platform.wallMs() } as const;
  const decision = decide(record && readConfirmation(record), consume, times);
  switch (decision.kind) {
    case "replay":
    case "refuse":
      return { ...decision, operationId };
    default:
      return { kind: "refuse", reason: "tool_disabled", operationId };
  }
}
