import assert from "node:assert/strict";
import { allow, ask, carryOut, confirm, granted, opened, previewed } from "../agent.js";
import type { Check } from "../check.js";
import { countingFrom, demandEffects, demandKind } from "../demand.js";

const test = "changed-argument";

export const changedArgument: readonly Check[] = [
  {
    test,
    name: "a first call with another argument than the allowed one waits for a decision of its own",
    async run(subject) {
      const effects = await countingFrom(subject);
      const { guarded } = subject.calls;
      const { id } = await granted(subject, guarded);
      const answer = await ask(subject, { ...guarded, args: guarded.variant });
      demandKind(answer, ["pending", "refused"], "A call with another argument than the allowed one");
      assert.notEqual(answer.approval.id, id, "a call with another argument joined the request that was allowed");
      demandEffects(await effects(), 0, "Before anything was confirmed");
      await carryOut(subject, guarded);
      demandEffects(await effects(), 1, "After the allowed call was confirmed");
    },
  },
  {
    test,
    name: "a confirm call with another argument than the allowed one is refused",
    async run(subject) {
      const effects = await countingFrom(subject);
      const { guarded } = subject.calls;
      await granted(subject, guarded);
      const preview = await previewed(subject, guarded);
      const answer = await confirm(subject, { ...guarded, args: guarded.variant }, preview);
      demandKind(answer, ["refused", "pending"], "A confirmation with another argument than the allowed one");
      demandEffects(await effects(), 0, "After a confirmation with another argument");
    },
  },
  {
    test,
    name: "a confirm call that finds another state than the allowed one is refused, and goes back to review",
    async run(subject) {
      const effects = await countingFrom(subject);
      const { guarded } = subject.calls;
      const { id } = await granted(subject, guarded);
      const preview = await previewed(subject, guarded);
      await subject.changeState();
      const answer = await confirm(subject, guarded, preview);
      demandKind(answer, ["refused", "pending"], "A confirmation after the state had changed");
      demandEffects(await effects(), 0, "After a confirmation on another state than the one that was shown");
      const again = await opened(subject, guarded, "A call on a state that nobody was shown");
      assert.notEqual(again.id, id, "what stands there now joined the request about what stood there before");
      await allow(subject, again.id);
      await carryOut(subject, guarded);
      demandEffects(await effects(), 1, "After the new state was allowed and confirmed");
    },
  },
];
