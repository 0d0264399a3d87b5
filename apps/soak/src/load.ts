import { createTier2, defineTier2Tool, NotExecuted, type Reply, type Store } from "@holdpoint/tier2-core";

const requester = { tokenId: "agent" };
const stranger = { tokenId: "stranger" };
const sweepEvery = 500;

/** The durations of the engine, in units that the store's clock goes by. */
export interface Times {
  readonly ttlMs: number;
  readonly retentionMs: number;
  readonly leaseMs: number;
}

/** A mixture of all that callers do, right and wrong. Each answer is looked at. */
export function mixedLoad(store: Store, times: Times) {
  const tier2 = createTier2({ store, server: "soak", ...times });
  const tool = defineTier2Tool({
    name: "pay",
    category: "payout",
    duplicates: "allow",
    preview: async () => ({ summary: "Will pay", preview: { amount: 1 } }),
    async execute(params: { number?: unknown }) {
      if (Number(params.number) % 17 === 0) throw new NotExecuted("no funds");
      if (Number(params.number) % 19 === 0) throw new Error("it broke");
      return { message: "Paid", details: { text: "x".repeat(500) } };
    },
  });
  const call = (args: object, who = requester) => tier2.call(tool, args, { requester: who });
  return {
    close: () => tier2.close(),
    async operation(number: number): Promise<void> {
      const { body } = expected(await call({ number }), "confirmation_required");
      const confirm_token = (body as { confirm_token: string }).confirm_token;
      if (number % 5 === 0) return; // nobody confirms it
      if (number % 7 === 0) expected(await call({ number: number + 1, confirm_token }), "params_changed");
      if (number % 11 === 0) expected(await call({ number, confirm_token }, stranger), "wrong_owner");
      const outcome = number % 17 === 0 ? "not_executed" : number % 19 === 0 ? "failed" : "ok";
      expected(await call({ number, confirm_token }), outcome);
      if (number % 3 === 0) expected(await call({ number, confirm_token }), outcome);
      if (number % 13 === 0)
        expected(await call({ number, confirm_token: "cfm_nobody-ever-issued-this-token-000000" }), "unknown_or_used");
      if (number % sweepEvery === 1) await tier2.sweeper.sweep();
    },
  };
}

/** @throws Error if the answer is another one than its caller expects: a store that refuses everything leaks nothing. */
function expected(reply: Reply, outcome: string): Reply {
  const { body } = reply;
  const told = body.status === "rejected" ? body.reason : body.status;
  if (told !== outcome) throw new Error(`expected ${outcome}, heard ${JSON.stringify(body)}`);
  return reply;
}
