import { memoryStore } from "@holdpoint/tier2-store-memory";
import { type Opened, testShops } from "./support/shop.js";

/** Two engines on one store. Its clock runs, and can be made to jump. */
function opened(): Opened {
  let jumpedMs = 0;
  const store = memoryStore({ nowMs: () => Math.trunc(performance.now()) + jumpedMs });
  return {
    stores: [store, store],
    async passDeadlines() {
      jumpedMs += 61 * 60_000;
    },
  };
}

testShops("in memory", opened);
