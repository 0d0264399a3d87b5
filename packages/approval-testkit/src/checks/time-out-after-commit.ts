import { ask, confirm, granted, previewed } from "../agent.js";
import type { Check } from "../check.js";
import { countingFrom, demandEffects, demandKind } from "../demand.js";
import type { Answer } from "../read-answer.js";

const pauseMs = 50;

export const timeOutAfterCommit: readonly Check[] = [
  {
    test: "time-out-after-commit",
    name: "after a time-out neither the repeated nor a new call executes again, and the repeated one hears the outcome",
    async run(subject, { settleWithinMs }) {
      const effects = await countingFrom(subject);
      const { guarded } = subject.calls;
      await granted(subject, guarded);
      const preview = await previewed(subject, guarded);
      await subject.timeOutNextExecution();
      // Whatever the client hears of it, or nothing: it does not know.
      await confirm(subject, guarded, preview).catch(() => undefined);
      demandEffects(await effects(), 1, "When the answer downstream did not come");
      const repeated = async () => confirm(subject, guarded, preview);
      let answer: Answer = await repeated();
      demandEffects(await effects(), 1, "After the same confirmation was repeated");
      const endMs = performance.now() + settleWithinMs;
      while (answer.kind !== "executed" && performance.now() < endMs) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        answer = await repeated();
      }
      demandEffects(await effects(), 1, "After the same confirmation was repeated");
      demandKind(answer, "executed", "The repeated confirmation of what the system downstream says was done");

      // An agent that lost the answer asks anew, people allow it, and it confirms what it is shown.
      let anew = await ask(subject, guarded);
      if (anew.kind === "pending") {
        await subject.decide(anew.approval.id, "allow", "it seems not to have worked", "first");
        anew = await ask(subject, guarded);
      }
      if (anew.kind === "preview") {
        demandKind(await confirm(subject, guarded, anew), "refused", "The same operation in a new call");
      }
      demandEffects(await effects(), 1, "After the same operation was asked for anew, allowed and confirmed");
    },
  },
];
