import assert from "node:assert/strict";
import { allow, ask, carryOut, opened } from "../agent.js";
import type { Check } from "../check.js";
import { countingFrom, demandEffects, demandKind } from "../demand.js";

const test = "overlapping-policies";
const minuteMs = 60_000;

export const overlappingPolicies: readonly Check[] = [
  {
    test,
    name: "the approvers of the most specific policy decide, and no others",
    async run(subject) {
      const { layered } = subject.calls;
      const { id, approvers } = await opened(subject, layered);
      assert.deepEqual([...approvers].sort(), [...layered.approvers].sort(), "the pending answer names others");
      const { accepted } = await subject.decide(id, "allow", "looked at it", "broad");
      assert.equal(accepted, false, "the allow of an approver of a less specific policy was accepted");
      await opened(subject, layered, "A call that only an approver of a less specific policy allowed");
      await allow(subject, id);
      await carryOut(subject, layered);
    },
  },
  {
    test,
    name: "a grant is good for the least uses of all policies",
    async run(subject) {
      const effects = await countingFrom(subject);
      const { layered } = subject.calls;
      const { id } = await opened(subject, layered);
      await allow(subject, id);
      for (let use = 1; use <= layered.uses; use += 1) await carryOut(subject, layered, `Operation ${use} of it`);
      demandKind(await ask(subject, layered), ["pending", "refused"], `Operation ${layered.uses + 1} of it`);
      demandEffects(await effects(), layered.uses, "After the uses of the strictest policy");
    },
  },
  {
    test,
    name: "a grant is good for the least minutes of all policies",
    async run(subject) {
      const { layered } = subject.calls;
      const { id } = await opened(subject, layered);
      const fromMs = Date.now();
      const { validUntilMs } = await allow(subject, id);
      const untilMs = Date.now();
      assert.ok(typeof validUntilMs === "number", "the grant has no end in time");
      const lengthMs = layered.minutes * minuteMs;
      // Clocks of two machines may differ by some seconds.
      const slackMs = 15_000;
      assert.ok(validUntilMs <= untilMs + lengthMs + slackMs, `the grant is good for more than ${layered.minutes} min`);
      assert.ok(validUntilMs >= fromMs + lengthMs - slackMs, `the grant is good for less than ${layered.minutes} min`);
    },
  },
];
