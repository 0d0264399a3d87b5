import { setTimeout as sleep } from "node:timers/promises";
import { createTier2, defineTier2Tool, type Reply, type Store, type Tier2Engine } from "@holdpoint/tier2-core";

/** Counts effects, and holds each handler in its first run until it may go on. */
export class Ledger {
  readonly starts = new Map<number, number>();
  release: () => void = () => {};
  readonly #released = new Promise<void>((resolve) => {
    this.release = resolve;
  });

  async run(number: number): Promise<number> {
    const run = (this.starts.get(number) ?? 0) + 1;
    this.starts.set(number, run);
    if (run === 1) await this.#released;
    return run;
  }

  get doubled(): number {
    return [...this.starts.values()].filter((starts) => starts > 1).length;
  }
}

/** One process's engine with the tool that all of them share. */
export interface Actor {
  issue(number: number): Promise<string>;
  /** Calls once, whether or not the store answers. */
  attempt(number: number, token: string): Promise<Reply>;
  /** Calls until the store answers. */
  confirm(number: number, token: string): Promise<Reply>;
}

const requester = { tokenId: "agent" };

export function actorOn(store: Store, ledger: Ledger): Actor {
  const tier2 = createTier2({ store, server: "faults", waitForCompletionMs: 0 });
  const tool = toolOf(ledger);
  return {
    async issue(number) {
      const reply = await answered(tier2, tool, { number });
      if (reply.body.status !== "confirmation_required") throw new Error(JSON.stringify(reply.body));
      return reply.body.confirm_token;
    },
    attempt: (number, token) => tier2.call(tool, { number, confirm_token: token }, { requester }),
    confirm: (number, token) => answered(tier2, tool, { number, confirm_token: token }),
  };
}

const toolOf = (ledger: Ledger) =>
  defineTier2Tool({
    name: "pay",
    category: "payout",
    duplicates: "allow",
    preview: async () => ({ summary: "Will pay", preview: { amount: 1 } }),
    execute: async (params: { number?: unknown }) => {
      const run = await ledger.run(Number(params.number));
      return { message: `Paid in run ${run}` };
    },
  });

async function answered(tier2: Tier2Engine, tool: ReturnType<typeof toolOf>, args: object): Promise<Reply> {
  for (;;) {
    const reply = await tier2.call(tool, args, { requester });
    if (!(reply.body.status === "rejected" && reply.body.reason === "store_unavailable")) return reply;
    await sleep(50);
  }
}
