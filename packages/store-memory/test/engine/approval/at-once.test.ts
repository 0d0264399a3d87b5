import { approvalsAtOnce } from "@holdpoint/tier2-store-testkit/approvals";
import { memoryStore } from "../../../src/index.js";

approvalsAtOnce("the memory store", () => {
  const store = memoryStore();
  return [store, store];
});
