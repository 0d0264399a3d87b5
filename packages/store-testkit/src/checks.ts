// The public API of "@holdpoint/tier2-store-testkit/checks": the suite as data, for any other test runner.
export type { Declared, OpenedStore, OpenStore } from "./backend.js";
export type { Bench } from "./bench.js";
export type { Check } from "./check.js";
export { type Requirement, type RequirementId, requirements } from "./requirements.js";
export { runCheck } from "./run-check.js";
export { concernsFor } from "./suite.js";
