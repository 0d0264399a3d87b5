import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { defineTier2Tool, type Tier2Tool } from "@holdpoint/tier2-core";
import { seeded } from "../run/random.js";
import type { OpenedStore } from "./open-store.js";
import type { WorkerPlan } from "./plan.js";

/** The tool that all processes share. Its effect is a line in the ledger, or a row in a table of its own. */
export function payTool(plan: WorkerPlan, { sql }: OpenedStore): { tool: Tier2Tool; release(): void } {
  const random = seeded(plan.seed);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const started = (number: number) => fs.appendFileSync(plan.ledger, `${number}\n`);
  const preview = async () => ({ summary: "Will pay", preview: { amount: 1 } });
  const held = async () => {
    if (plan.holdsHandlers) await released;
    if (plan.handlerMs !== undefined) await sleep(random() * plan.handlerMs);
  };
  const done = () => ({ message: `Paid by process ${process.pid}` });
  const common = { name: "pay", category: "payout", duplicates: "allow", preview } as const;
  if (!plan.exactlyOnce) {
    const tool = defineTier2Tool({
      ...common,
      async execute(params: { number?: unknown }) {
        started(Number(params.number));
        await held();
        return done();
      },
    });
    return { tool, release };
  }
  if (sql === undefined) throw new Error("exactly once is for Postgres");
  const { transactional, outside } = sql;
  const tool = defineTier2Tool({
    ...common,
    ...(plan.guardOff !== "one transaction" && { transaction: transactional }),
    async execute(params: { number?: unknown }, { tx }) {
      await (tx ?? outside).query("INSERT INTO effect VALUES ($1)", [Number(params.number)]);
      await held();
      return done();
    },
  });
  return { tool, release };
}
