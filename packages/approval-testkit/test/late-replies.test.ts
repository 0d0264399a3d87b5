import { setTimeout as sleep } from "node:timers/promises";
import type { Store } from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { expect, test } from "vitest";
import { checks, runCheck } from "../src/checks.js";
import { shop } from "./support/shop.js";

/** Writes at once, and says so late: so long lies between the use that a grant gives and the start of the handler. */
const late = (store: Store, replyMs: number): Store => ({
  name: store.name,
  insert: (...given) => store.insert(...given),
  async swap(...given) {
    const swap = await store.swap(...given);
    if (given[0].startsWith("a:")) await sleep(replyMs);
    return swap;
  },
  get: (id) => store.get(id),
  list: (...given) => store.list(...given),
  sweep: (page) => store.sweep(page),
});

test("a revocation is final also for a process that hears late of what it may start", async () => {
  const store = memoryStore();
  const stores = [late(store, 200), late(store, 200), late(store, 0)];
  const revoking = checks.filter((check) => check.test === "revoke-final");
  expect(revoking).toHaveLength(1);
  for (const check of revoking) await runCheck(check, () => shop("tier2-mcp, the official client", { stores }));
});
