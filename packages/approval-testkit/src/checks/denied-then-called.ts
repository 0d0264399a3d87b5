import assert from "node:assert/strict";
import { allow, carryOut, opened } from "../agent.js";
import type { Check } from "../check.js";
import { countingFrom, demandEffects } from "../demand.js";

const reason = "wrong one: the other account was meant";

export const deniedThenCalled: readonly Check[] = [
  {
    test: "denied-then-called",
    name: "a call after a denial opens a new request that carries the denial, and may be allowed",
    async run(subject) {
      const effects = await countingFrom(subject);
      const { guarded } = subject.calls;
      const denied = await opened(subject, guarded);
      const { accepted } = await subject.decide(denied.id, "deny", reason, "first");
      assert.equal(accepted, true, "an approver's denial was not accepted");
      const again = await opened(subject, guarded, "A call after a denial");
      assert.notEqual(again.id, denied.id, "the new request has the denied one's id");
      const { id, status, reason: said } = again.previous ?? {};
      const carried = { id: denied.id, status: "denied", reason };
      assert.deepEqual({ id, status, reason: said }, carried, "the new request does not carry the denial");
      demandEffects(await effects(), 0, "After a denial and a new request");
      await allow(subject, again.id, "second");
      await carryOut(subject, guarded, "A call that was allowed after a denial");
      demandEffects(await effects(), 1, "After the new request was allowed");
    },
  },
];
