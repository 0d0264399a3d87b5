import { pause } from "../pause.js";
import type { ApprovalParts } from "./approval-parts.js";
import { startWithinMs } from "./reserve.js";
import type { Transition } from "./transition.js";

/**
 * Until no handler can start any more that was let through before the revoke. Each of them counts its time from before it
 * read the grant, this from after the grant was ended: no clock of one process is compared with another's.
 */
export async function afterStarts({ platform }: ApprovalParts, outcome: Transition): Promise<void> {
  const { approval } = outcome;
  const isUntouched =
    outcome.kind === "done" &&
    // A store that lost writes may have lost reservations.
    outcome.before.historyCurrent &&
    outcome.before.state.status === "approved" &&
    outcome.before.state.spent.length === 0 &&
    outcome.before.state.refunded === 0;
  if (approval === null || isUntouched) return;
  await pause(platform, startWithinMs);
}
