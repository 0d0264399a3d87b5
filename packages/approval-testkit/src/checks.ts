// The public API of "@holdpoint/tier2-approval-testkit/checks": the failure tests as data, for any other test runner.
export type { Check } from "./check.js";
export { type FailureTest, type FailureTestId, failureTests } from "./failure-tests.js";
export { runCheck } from "./run-check.js";
export type { Sizes } from "./sizes.js";
export { checks } from "./suite.js";
