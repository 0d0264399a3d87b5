// The public API of "@holdpoint/tier2-store-testkit": for Vitest.
export type { Declared, OpenedStore, OpenStore } from "./backend.js";
export { type Requirement, type RequirementId, requirements } from "./requirements.js";
export { storeConformance } from "./store-conformance.js";
