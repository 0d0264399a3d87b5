import { storeConformance } from "../src/index.js";
import { openMap, openWaitingMap } from "./support/open-map.js";

const declared = { historyNeverChanges: "there is but one map", neverAway: "it lives in the process that asks" };

storeConformance("the reference store", openMap());
storeConformance("the reference store, when it really waits", openWaitingMap());
storeConformance("the reference store, with less power over it", openMap(undefined, declared), declared);
