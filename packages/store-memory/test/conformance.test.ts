import { storeConformance } from "@holdpoint/tier2-store-testkit";
import { storeWithClock } from "./fixtures.js";

storeConformance(
  "the memory store",
  async () => {
    const { store, clock } = storeWithClock();
    const advanceMs = (ms: number) => {
      clock.ms += ms;
    };
    return { store, advanceMs };
  },
  {
    historyNeverChanges: "a restart forgets every record",
    neverAway: "it lives in the process that asks",
  },
);
