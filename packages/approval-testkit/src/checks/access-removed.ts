import { ask, confirm, granted, opened, previewed } from "../agent.js";
import type { Check } from "../check.js";
import { countingFrom, demandEffects, demandKind } from "../demand.js";

const test = "access-removed";

export const accessRemoved: readonly Check[] = [
  {
    test,
    name: "access that is taken away while a request waits is not given back by its approval",
    async run(subject) {
      const effects = await countingFrom(subject);
      const { guarded } = subject.calls;
      const { id } = await opened(subject, guarded);
      await subject.revokeAccess();
      // Whether people may still decide about it is not the question.
      await subject.decide(id, "allow", "looked at it", "first");
      const answer = await ask(subject, guarded);
      demandKind(answer, ["refused", "preview"], "A call without access");
      if (answer.kind === "preview") {
        demandKind(await confirm(subject, guarded, answer), "refused", "A confirmation without access");
      }
      demandEffects(await effects(), 0, "After access was taken away and the request allowed");
    },
  },
  {
    test,
    name: "access that is taken away between preview and confirmation is not given back by the approval",
    async run(subject) {
      const effects = await countingFrom(subject);
      const { guarded } = subject.calls;
      await granted(subject, guarded);
      const preview = await previewed(subject, guarded);
      await subject.revokeAccess();
      demandKind(await confirm(subject, guarded, preview), "refused", "A confirmation without access");
      demandEffects(await effects(), 0, "After access was taken away");
    },
  },
];
