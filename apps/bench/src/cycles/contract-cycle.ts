import type { Tier2Engine } from "@holdpoint/tier2-core";
import type { Contestant } from "../harness/group.js";
import { freshArguments, resultOf } from "./job.js";

/** Create, consume, complete, replay: the contract's functions, four transitions. */
export function contractCycle(
  name: string,
  tier2: Pick<Tier2Engine, "issueToken" | "consumeToken" | "recordCompletion">,
): Contestant {
  const argumentsAt = freshArguments();
  const tokenId = "agent-1";
  const toolName = "update_offer_payout";
  return {
    name,
    async run(index) {
      const params = argumentsAt(index);
      const confirm_token = await tier2.issueToken({ tokenId, toolName, params });
      const consumed = await tier2.consumeToken({ confirm_token, tokenId, toolName, params });
      if (!consumed.ok || consumed.completed !== undefined) throw new Error(`${name}: not consumed`);
      await tier2.recordCompletion(confirm_token, resultOf(params));
      const replay = await tier2.consumeToken({ confirm_token, tokenId, toolName, params });
      if (!replay.ok || replay.completed === undefined) throw new Error(`${name}: not replayed`);
    },
  };
}
