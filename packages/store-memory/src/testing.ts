// The public API of "@holdpoint/tier2-store-memory/testing".
export { ManualClock } from "./manual-clock.js";
export { Crashed, type TestTier2, testTier2 } from "./test-tier2.js";
