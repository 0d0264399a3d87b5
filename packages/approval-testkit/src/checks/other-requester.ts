import assert from "node:assert/strict";
import { ask, carryOut, confirm, granted, previewed } from "../agent.js";
import type { Check } from "../check.js";
import { countingFrom, demandEffects, demandKind } from "../demand.js";

const test = "other-requester";

export const otherRequester: readonly Check[] = [
  {
    test,
    name: "the same call of another requester waits for a decision of its own",
    async run(subject) {
      const effects = await countingFrom(subject);
      const { guarded } = subject.calls;
      const { id } = await granted(subject, guarded);
      const answer = await ask(subject, guarded, "other");
      demandKind(answer, ["pending", "refused"], "Another requester's call of what was allowed to the first");
      assert.notEqual(answer.approval.id, id, "another requester joined the request that was allowed to the first");
      demandEffects(await effects(), 0, "Before the requester confirmed");
      await carryOut(subject, guarded);
      demandEffects(await effects(), 1, "After the requester confirmed");
    },
  },
  {
    test,
    name: "a confirm token in the hands of another requester is refused, and stays good for its owner",
    async run(subject) {
      const effects = await countingFrom(subject);
      const { guarded } = subject.calls;
      await granted(subject, guarded);
      const preview = await previewed(subject, guarded);
      const stolen = await confirm(subject, guarded, preview, { as: "other" });
      demandKind(stolen, ["refused", "pending"], "A confirmation with another requester's token");
      demandEffects(await effects(), 0, "After another requester confirmed");
      demandKind(await confirm(subject, guarded, preview), "executed", "The owner's confirmation after that");
      demandEffects(await effects(), 1, "After the owner confirmed");
    },
  },
];
