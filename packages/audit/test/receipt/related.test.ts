import { expect, test } from "vitest";
import type { Body } from "../../src/entry/body.js";
import { Related } from "../../src/receipt/related.js";

const log: Body[] = [
  { type: "checkpoint_paused", threadId: "t", callId: "c1" },
  { type: "checkpoint_paused", threadId: "t", callId: "c2" },
  { type: "approval_requested", approvalId: "apr_1" },
  { type: "approval_requested", approvalId: "apr_2" },
  { type: "checkpoint_linked", threadId: "t", callId: "c1", operationId: "op_1" },
  { type: "intent", operationId: "op_1", approval: { id: "apr_1" } },
  { type: "intent", operationId: "op_2", approval: { id: "apr_1" } },
  { type: "use_refunded", operationId: "op_2", approvalId: "apr_1" },
  { type: "sweep_failed" },
];

test("an operation is told of by its own entries, its approval's, and those of the call that became it", () => {
  const related = new Related("op_1");
  for (const body of log) related.learn(body);
  expect(log.flatMap((body, index) => (related.includes(body) ? [index] : []))).toEqual([0, 2, 4, 5]);
});
