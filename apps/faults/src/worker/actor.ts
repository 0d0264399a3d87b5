import { setTimeout as sleep } from "node:timers/promises";
import { createTier2, type Reply } from "@holdpoint/tier2-core";
import { openStore } from "./open-store.js";
import { payTool } from "./pay-tool.js";
import type { CallKind, WorkerPlan } from "./plan.js";
import { withoutGuard } from "./without-guard.js";

export interface Actor {
  call(kind: CallKind, number: number, token?: string): Promise<Reply>;
  release(): void;
}

const requester = { tokenId: "agent" };

const storeIsAway = ({ body }: Reply) => body.status === "rejected" && body.reason === "store_unavailable";
const isUnderWay = ({ body }: Reply) => body.status === "rejected" && "detail" in body && body.detail === "in_flight";
const wasRolledBack = ({ body }: Reply) =>
  body.status === "rejected" && "detail" in body && body.detail === "rolled_back";

export async function openActor(plan: WorkerPlan): Promise<Actor> {
  const { leaseMs, ttlMs, storeTimeoutMs } = plan;
  const opened = await openStore(plan);
  const { tool, release } = payTool(plan, opened);
  const tier2 = createTier2({
    store: withoutGuard(opened.store, plan.guardOff),
    server: "faults",
    waitForCompletionMs: 0,
    ...(leaseMs !== undefined && { leaseMs }),
    ...(ttlMs !== undefined && { ttlMs }),
    ...(storeTimeoutMs !== undefined && { storeTimeoutMs }),
  });
  return {
    release,
    async call(kind, number, token) {
      const args = { number, ...(token !== undefined && { confirm_token: token }) };
      for (;;) {
        const reply = await tier2.call(tool, args, { requester });
        const goesOn =
          kind !== "once" &&
          (storeIsAway(reply) || (kind === "settled" && (isUnderWay(reply) || wasRolledBack(reply))));
        if (!goesOn) return reply;
        await sleep(30);
      }
    },
  };
}
