import assert from "node:assert/strict";
import { ask, confirm, opened } from "../agent.js";
import type { Check } from "../check.js";
import { countingFrom, demandEffects, demandKind } from "../demand.js";

export const oneDecision: readonly Check[] = [
  {
    test: "one-decision",
    name: "of an allow and a deny at once one is accepted, and the call goes by that one",
    async run(subject, { rounds }) {
      const effects = await countingFrom(subject);
      const call = subject.calls.oneUse;
      let allowed = 0;
      for (let round = 1; round <= rounds; round += 1) {
        const { id } = await opened(subject, call);
        // Each of them is first every other time.
        const [yes, no] = round % 2 === 0 ? (["first", "second"] as const) : (["second", "first"] as const);
        const decisions = [
          () => subject.decide(id, "allow", "looked at it", yes),
          () => subject.decide(id, "deny", "looked at it too", no),
        ];
        if (round % 2 === 0) decisions.reverse();
        const decided = await Promise.all(decisions.map((decide) => decide()));
        const accepted = decided.filter((one) => one.accepted).length;
        assert.equal(accepted, 1, `so many of an allow and a deny at once were accepted, in round ${round}`);
        const isAllowed = decided[round % 2 === 0 ? 1 : 0]?.accepted === true;
        const answer = await ask(subject, call);
        if (!isAllowed && answer.kind === "refused") return; // a denial for good: that fails another test
        demandKind(answer, isAllowed ? "preview" : "pending", `A call after ${isAllowed ? "an allow" : "a deny"} won`);
        if (isAllowed) {
          allowed += 1;
          demandKind(await confirm(subject, call, answer), "executed", "The confirmation of what was allowed");
        } else {
          // The new request is ended, so that the next round has one of its own.
          await subject.decide(answer.approval.id, "deny", "the next one, please", "first");
        }
      }
      demandEffects(await effects(), allowed, `After ${allowed} allows won`);
    },
  },
];
