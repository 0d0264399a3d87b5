import { storeConformance } from "../../src/index.js";
import { clockFaults } from "../faults/clock.js";
import type { Fault } from "../support/fault.js";
import { MapStore } from "../support/map-store.js";
import { openMap } from "../support/open-map.js";

const { store: IgnoresDeadlines } = clockFaults[0] as Fault;

storeConformance(
  "broken",
  openMap((world) => new IgnoresDeadlines(world)),
);

storeConformance("undeclared", async () => {
  const { changeHistory: _, ...opened } = await openMap()();
  return opened;
});

const declared = { historyNeverChanges: "there is but one map" };
storeConformance(
  "declared",
  openMap((world) => new MapStore(world), declared),
  declared,
);
