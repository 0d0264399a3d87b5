import { randomUUID } from "node:crypto";
import {
  type Approver,
  createTier2,
  defineTier2Tool,
  type Policy,
  type Reply,
  type Store,
} from "@holdpoint/tier2-core";

export const [fin, fay] = ["user:fin", "user:fay"].map(
  (id): Approver => ({ id, kind: "human", groups: ["finance"] }),
) as [Approver, Approver];

/** Processes of one shop, whose payments somebody of finance has to allow, and what started in them. */
export function shop(stores: readonly Store[], uses: number, quorum = 1) {
  const starts: number[] = [];
  const requester = { tokenId: `agent-${randomUUID()}`, subject: "user:ada" };
  const pay = defineTier2Tool({
    name: "pay",
    category: "payout",
    duplicates: "allow",
    preview: async () => ({ summary: "Will pay", preview: {} }),
    async execute() {
      starts.push(performance.now());
      return { message: "Paid" };
    },
  });
  const policies: Policy[] = [
    {
      ...{ id: "payouts", version: 1, scope: "named", tools: ["pay"], approvers: ["group:finance"] },
      ...{ validity: { uses }, quorum, onDeadline: "lapse" },
    },
  ];
  const engines = stores.map((store) => createTier2({ store, server: "shop", tools: [pay], policies }));
  const [first] = engines;
  if (first === undefined) throw new Error("no store");
  let turn = 0;
  const call = (args: object): Promise<Reply> => {
    turn += 1;
    const engine = engines[turn % engines.length] ?? first;
    return engine.call(pay, args, { requester });
  };
  const pending = async (): Promise<string> => {
    const { body } = await call({});
    if (body.status !== "approval_pending") throw new Error(JSON.stringify(body));
    return body.approval.id;
  };
  const decision = async (id: string, approver = fin) => {
    const shown = await first.approvals.get(id, { approver });
    return { approver, reason: "looked at it", actionDigest: shown?.actionDigest ?? "" };
  };
  return {
    starts,
    call,
    pending,
    decision,
    approvals: engines.map(({ approvals }) => approvals),
    operations: engines.map(({ operations }) => operations),
    /** As many requests at once, of one requester. */
    async opened(count: number): Promise<string[]> {
      const replies = await Promise.all(Array.from({ length: count }, (_, order) => call({ order })));
      return replies.map(({ body }) => {
        if (body.status !== "approval_pending") throw new Error(JSON.stringify(body));
        return body.approval.id;
      });
    },
    /** A granted one. */
    async granted() {
      const id = await pending();
      const decided = await first.approvals.allow(id, await decision(id));
      if (!decided.ok) throw new Error(decided.reason);
      return id;
    },
    /** Tokens under the standing grant. */
    async tokens(count: number): Promise<string[]> {
      const replies = await Promise.all(Array.from({ length: count }, () => call({})));
      return replies.map(({ body }) => {
        if (body.status !== "confirmation_required") throw new Error(JSON.stringify(body));
        return body.confirm_token;
      });
    },
    close: () => Promise.all(engines.map((engine) => engine.close())),
  };
}
