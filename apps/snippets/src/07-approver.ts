import type { Approver } from "@holdpoint/tier2-core";
import { reviewRouter } from "@holdpoint/tier2-express";
import express from "express";
import { tier2 } from "./06-policies.js";
import { session } from "./app.js";

const authenticate = async (req: express.Request): Promise<Approver | undefined> => {
  const s = await session(req);
  return s && { id: `user:${s.userId}`, kind: "human", groups: s.groups };
};

// ready made
export const app = express();
app.use("/review", reviewRouter(tier2, { authenticate }));

// or by hand
export async function own(approver: Approver) {
  const { items } = await tier2.approvals.list({ approver, status: "pending" });
  const [first, second] = items;
  if (first) {
    const reason = "checked with customer";
    const r = await tier2.approvals.allow(first.id, { approver, reason, actionDigest: first.actionDigest });
    if (!r.ok && r.reason === "self_approval") console.log("not you");
  }
  if (second) {
    const reason = "wrong order";
    await tier2.approvals.deny(second.id, { approver, reason, actionDigest: second.actionDigest });
  }
}
