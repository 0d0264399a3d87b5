import assert from "node:assert/strict";
import { ask, confirm } from "../agent.js";
import type { Check } from "../check.js";
import { countingFrom, demandEffects, demandKind } from "../demand.js";
import type { Decided, Subject } from "../subject.js";

/** Two people, each of whom is now the one who allows and now the one who is asked first. */
async function decideAtOnce(subject: Subject, id: string, denyFirst: boolean): Promise<readonly [Decided, Decided]> {
  const [yes, no] = denyFirst ? (["first", "second"] as const) : (["second", "first"] as const);
  const allow = () => subject.decide(id, "allow", "looked at it", yes);
  const deny = () => subject.decide(id, "deny", "looked at it too", no);
  if (!denyFirst) return Promise.all([allow(), deny()]);
  const [denied, allowed] = await Promise.all([deny(), allow()]);
  return [allowed, denied];
}

export const oneDecision: readonly Check[] = [
  {
    test: "one-decision",
    name: "of an allow and a deny at once one is accepted, and the call goes by that one",
    async run(subject, { rounds }) {
      const effects = await countingFrom(subject);
      const call = subject.calls.oneUse;
      let allows = 0;
      for (let round = 1; round <= rounds; round += 1) {
        const asked = await ask(subject, call);
        if (round > 1 && asked.kind === "preview") break; // a grant of more than one use: that fails another test
        demandKind(asked, "pending", "A call that nobody allowed");
        const { id } = asked.approval;
        const [allowed, denied] = await decideAtOnce(subject, id, round % 2 === 0);
        const accepted = [allowed, denied].filter((one) => one.accepted).length;
        assert.equal(accepted, 1, `so many of an allow and a deny at once were accepted, in round ${round}`);
        const answer = await ask(subject, call);
        if (!allowed.accepted && answer.kind === "refused") break; // a denial for good: that fails another test
        demandKind(
          answer,
          allowed.accepted ? "preview" : "pending",
          `A call after ${allowed.accepted ? "an allow" : "a deny"} won`,
        );
        if (allowed.accepted) {
          allows += 1;
          demandKind(await confirm(subject, call, answer), "executed", "The confirmation of what was allowed");
        } else {
          // The new request is ended, so that the next round has one of its own.
          await subject.decide(answer.approval.id, "deny", "the next one, please", "first");
        }
      }
      demandEffects(await effects(), allows, `After ${allows} allows won`);
    },
  },
];
