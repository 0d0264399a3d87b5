import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Store } from "@holdpoint/tier2-core";
import type { Check } from "../check.js";
import { aFirstWrite, always, aWrite } from "../writes.js";

const calls: readonly { readonly what: string; ask(store: Store): Promise<unknown> }[] = [
  { what: "an insert", ask: (store) => store.insert("c:1", aFirstWrite()) },
  { what: "an insert that is taken", ask: (store) => store.insert("c:1", aFirstWrite()) },
  { what: "a swap", ask: (store) => store.swap("c:1", "other", aWrite(), always) },
  { what: "a swap of what is absent", ask: (store) => store.swap("c:2", "other", aWrite(), always) },
  { what: "a read", ask: (store) => store.get("c:1") },
  { what: "a page", ask: (store) => store.list("c:", { limit: 10 }) },
  { what: "a sweep", ask: (store) => store.sweep({ limit: 10 }) },
];

const manyCalls = calls.length * 150;
const patienceMs = 5_000;

const outcome = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    (value) => `answered ${JSON.stringify(value)}`,
    ({ name, code, message }) => (name === "Tier2Error" ? code : `${name}: ${message}`),
  );

async function outcomeInTime(answer: Promise<unknown>): Promise<string> {
  const waiting = new AbortController();
  const silence = sleep(patienceMs, `silence for ${patienceMs} ms`, { signal: waiting.signal });
  silence.catch(() => {}); // called off
  try {
    return await Promise.race([outcome(answer), silence]);
  } finally {
    waiting.abort();
  }
}

export const awayChecks: readonly Check[] = [
  {
    requirement: "away-told",
    title: "every method rejects with `store_unavailable`, and none answers or throws",
    needs: "goAway",
    async run({ store, goAway }) {
      await store.insert("c:1", aFirstWrite());
      await goAway();
      for (const { what, ask } of calls) {
        assert.equal(await outcomeInTime(ask(store)), "store_unavailable", what);
      }
    },
  },
  {
    requirement: "never-away",
    title: `${manyCalls} calls at once are all answered`,
    standsInFor: "goAway",
    async run({ store }) {
      const rounds = Array.from({ length: manyCalls / calls.length }, () => calls);
      await assert.doesNotReject(Promise.all(rounds.flat().map(({ ask }) => ask(store))));
    },
  },
];
