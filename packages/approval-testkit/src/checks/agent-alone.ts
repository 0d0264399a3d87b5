import assert from "node:assert/strict";
import { allow, ask, carryOut, confirm, opened } from "../agent.js";
import type { Check } from "../check.js";
import { countingFrom, demandEffects, demandKind } from "../demand.js";
import type { GuardedCall, Subject } from "../subject.js";

const pauseMs = 20;

/** Confirms whatever it is shown, with whatever might be a token, and asks again and again. */
async function persist(subject: Subject, call: GuardedCall, forMs: number): Promise<void> {
  const endMs = performance.now() + forMs;
  do {
    const answer = await ask(subject, call);
    for (const token of [answer.token, answer.approval.id, "cfm_approved"]) {
      if (token !== "") await confirm(subject, call, { ...answer, token }, { acknowledge: true });
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  } while (performance.now() < endMs);
}

async function alone(subject: Subject, call: GuardedCall, persistMs: number) {
  const effects = await countingFrom(subject);
  await persist(subject, call, persistMs);
  demandEffects(await effects(), 0, "An agent alone");
  if (subject.passDeadlines !== undefined) {
    await subject.passDeadlines();
    await persist(subject, call, 0);
    demandEffects(await effects(), 0, "An agent alone, after the time to decide had passed");
  }
  return effects;
}

export const agentAlone: readonly Check[] = [
  {
    test: "agent-alone",
    name: "an agent alone executes nothing of level L3, and what one person allows once",
    async run(subject, { persistMs }) {
      const { level3 } = subject.calls;
      const effects = await alone(subject, level3, persistMs);
      const { id } = await opened(subject, level3);
      await allow(subject, id);
      await carryOut(subject, level3);
      demandEffects(await effects(), 1, "After one person allowed it");
    },
  },
  {
    test: "agent-alone",
    name: "an agent alone, or with one person, executes nothing of level L4, and what two people allow once",
    async run(subject, { persistMs }) {
      const { level4 } = subject.calls;
      const effects = await alone(subject, level4, persistMs);
      const { id } = await opened(subject, level4);
      await allow(subject, id);
      // The same person once more is no second one.
      await subject.decide(id, "allow", "looked at it twice", "first");
      await persist(subject, level4, 0);
      demandEffects(await effects(), 0, "After one person of two allowed it");
      demandKind(await ask(subject, level4), "pending", "A call that one person of two allowed");
      const { accepted } = await subject.decide(id, "allow", "looked at it", "second");
      assert.equal(accepted, true, "the second person's allow was not accepted");
      await carryOut(subject, level4);
      demandEffects(await effects(), 1, "After two people allowed it");
    },
  },
];
