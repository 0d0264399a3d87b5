import type { Checks } from "./checks.js";
import type { Parts, Subject } from "./parts.js";
import type { Proposal } from "./proposal.js";
import { proposedOf } from "./proposed.js";

/** Whatever hand-written code asks, it asks by itself. */
const checks: Checks = {
  ...{ authorize: "none", enabled: "none", policy: "none", state: "none", risk: "none", duplicate: "none" },
};
const unseen = { preview: {}, params: null };

/** What hand-written code is about to do, durable before it is told that it may. False: it must not. */
export async function isIntentOnRecord(parts: Parts, about: Subject, proposal: Proposal | null): Promise<boolean> {
  const under = { policies: { requested: [], allowed: [] }, checks };
  try {
    await parts.journal?.(parts.event(about, { type: "intent", ...proposedOf(proposal ?? unseen), ...under }));
    return true;
  } catch (error) {
    parts.tell(about, { type: "hook_failed", hook: "journal", error });
    return false;
  }
}
