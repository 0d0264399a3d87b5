import assert from "node:assert/strict";
import { ask, atOnce } from "../agent.js";
import type { Check } from "../check.js";
import { demandKind } from "../demand.js";

export const oneRequest: readonly Check[] = [
  {
    test: "one-request",
    name: "many first calls at once open one request, and all of them wait for it",
    async run(subject, { firstCalls }) {
      const answers = await atOnce(firstCalls, () => ask(subject, subject.calls.guarded));
      for (const answer of answers) demandKind(answer, "pending", `One of ${firstCalls} first calls`);
      const ids = new Set(answers.map(({ approval }) => approval.id));
      assert.equal(ids.size, 1, `${firstCalls} first calls opened ${ids.size} requests`);
    },
  },
];
