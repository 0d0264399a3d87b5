// The public API of "@holdpoint/tier2-approval-testkit": for Vitest.
export { approvalFailureTests } from "./approval-failure-tests.js";
export { approvalsDesk, type Desk, type People } from "./approvals-desk.js";
export { type FailureTest, type FailureTestId, failureTests } from "./failure-tests.js";
export { type FetchedFrom, fetchCaller } from "./fetch-caller.js";
export { type McpClient, mcpCaller } from "./mcp-caller.js";
export type { HttpAnswer, McpAnswer, RawAnswer, WayToCall } from "./raw-answer.js";
export { type ReviewedAt, reviewDesk } from "./review-desk.js";
export type { Sizes } from "./sizes.js";
export type {
  Arguments,
  By,
  Caller,
  Calls,
  Decided,
  GuardedCall,
  LayeredCall,
  MakeSubject,
  RepeatedCall,
  Subject,
} from "./subject.js";
