import { approvalLists, approvalsAtOnce } from "@holdpoint/tier2-store-testkit/approvals";
import { memoryStore } from "../../../src/index.js";

const stores = () => {
  const store = memoryStore();
  return [store, store];
};

approvalsAtOnce("the memory store", stores);
approvalLists("the memory store", stores);
