import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { atOnce, confirm, granted, previewed } from "../agent.js";
import type { Check } from "../check.js";
import { countingFrom, demandEffects, demandKind } from "../demand.js";

const apartMs = 5;

export const revokeFinal: readonly Check[] = [
  {
    test: "revoke-final",
    name: "of operations that are confirmed while a grant is revoked none starts after that was acknowledged",
    async run(subject) {
      const call = subject.calls.manyUses;
      const { id } = await granted(subject, call);
      // Half of the uses come meanwhile and half after it, so that nothing but the revocation stops those.
      const half = Math.floor(call.uses / 2);
      const previews = await atOnce(half * 2, () => previewed(subject, call));
      // One after the other, so that the revocation meets some that have started, some about to, and some still to come.
      const meanwhile = previews.slice(0, half).map(async (preview, number) => {
        await sleep(number * apartMs);
        return confirm(subject, call, preview);
      });
      await sleep((half / 2) * apartMs);
      const { accepted } = await subject.revoke(id, "changed my mind");
      const effects = await countingFrom(subject);
      assert.equal(accepted, true, "an approver's revocation was not accepted");
      const after = await Promise.all(previews.slice(half).map((preview) => confirm(subject, call, preview)));
      for (const answer of after) demandKind(answer, "refused", "A confirmation after the grant was revoked");
      await Promise.all(meanwhile);
      demandEffects(await effects(), 0, "After the revocation was acknowledged");
    },
  },
];
