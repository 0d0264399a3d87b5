// The public API of "@holdpoint/tier2-store-testkit/approvals": for Vitest.
export { approvalsAtOnce } from "./at-once.js";
export { approvalLists } from "./lists.js";
export { fay, fin, shop } from "./shop.js";
