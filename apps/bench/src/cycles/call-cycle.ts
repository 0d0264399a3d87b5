import { defineTier2Tool, type Reply, type Tier2Engine } from "@holdpoint/tier2-core";
import type { Contestant } from "../harness/group.js";
import { freshArguments, resultOf } from "./job.js";

/** The tool of the call cycle: its handler does nothing, so that only Holdpoint's own work is measured. */
export const benchTool = defineTier2Tool({
  name: "update_offer_payout",
  preview: (params: { offer_id?: unknown }) => ({
    summary: `Will update the payout of offer ${params.offer_id}`,
    preview: { offer_id: params.offer_id },
  }),
  execute: (params: { offer_id?: unknown }) => ({
    message: "Payout updated",
    details: resultOf({ offer_id: Number(params.offer_id) }),
  }),
});

/** First call, confirm, replay through the whole engine: gates, lease, fingerprint against duplicates, events. */
export function callCycle(name: string, tier2: Tier2Engine): Contestant {
  const argumentsAt = freshArguments();
  const context = { requester: { tokenId: "agent-1" } };
  return {
    name,
    async run(index) {
      const args = argumentsAt(index);
      const confirm_token = tokenIn(await tier2.call(benchTool, args, context));
      const confirmed = { ...args, confirm_token };
      const done = await tier2.call(benchTool, confirmed, context);
      const again = await tier2.call(benchTool, confirmed, context);
      if (done.body.status !== "ok" || !again.replayed) throw new Error(`${name}: not executed once and replayed`);
    },
  };
}

function tokenIn({ body }: Reply): string {
  if (body.status !== "confirmation_required") throw new Error(`expected a preview, got ${body.status}`);
  return body.confirm_token;
}
