import { createHash } from "node:crypto";
import { NotExecuted } from "@holdpoint/tier2-core";
import { amountOf, cents } from "../money/cents.js";
import type { AdNetworks, SourceCampaign } from "./ad-networks.js";
import { RequestRefused } from "./requests.js";

/** One budget of the plan. `version` is what the change is meant for. */
export interface ScaledBudget {
  id: string;
  network: string;
  version: number;
  old_budget: string;
  new_budget: string;
}

export interface ScalePlan {
  budgets: ScaledBudget[];
  changesDigest: string;
  /** Undefined if there is not exactly one. */
  currency: string | undefined;
  totalBefore: string;
  totalAfter: string;
}

/** What became of a plan. Each network answers for itself, so some of it can be done and some not. */
export interface Scaled {
  changed: string[];
  not_changed: string[];
}

/** Budgets are rounded to the cent, halves up. `changePct` has at most two decimals. */
export function planScaling(sources: readonly SourceCampaign[], changePct: number): ScalePlan {
  const active = sources.filter(({ status }) => status === "active");
  const budgets = active.map(({ id, network, version, daily_budget }) => ({
    id,
    network,
    version,
    old_budget: daily_budget,
    new_budget: scaled(daily_budget, changePct),
  }));
  const currencies = new Set(active.map(({ currency }) => currency));
  return {
    budgets,
    changesDigest: digest(budgets),
    currency: currencies.size === 1 ? active[0]?.currency : undefined,
    totalBefore: total(budgets.map(({ old_budget }) => old_budget)),
    totalAfter: total(budgets.map(({ new_budget }) => new_budget)),
  };
}

/** Asks the networks one after the other, each change under a key of its own. */
export async function scale(
  networks: AdNetworks,
  operationId: string,
  budgets: readonly ScaledBudget[],
): Promise<Scaled> {
  const scaled: Scaled = { changed: [], not_changed: [] };
  for (const { id, version, new_budget } of budgets) {
    try {
      await networks.change(key(operationId, id), { id, version, set: { daily_budget: new_budget } });
      scaled.changed.push(id);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error; // unknown: reconcile finds out, network by network
      scaled.not_changed.push(id);
    }
  }
  if (scaled.changed.length === 0) throw new NotExecuted("Every network refused: the campaigns have changed since");
  return scaled;
}

/** What became of each change of a plan that broke off. What has not happened no longer can. */
export async function settleScaling(
  networks: AdNetworks,
  operationId: string,
  budgets: readonly ScaledBudget[],
): Promise<Scaled> {
  const scaled: Scaled = { changed: [], not_changed: [] };
  for (const { id } of budgets) {
    const { outcome } = await networks.settle(key(operationId, id));
    (outcome === "completed" ? scaled.changed : scaled.not_changed).push(id);
  }
  return scaled;
}

const key = (operationId: string, id: string) => `${operationId}/${id}`;

function scaled(amount: string, percent: number): string {
  const hundredths = BigInt(Math.round(percent * 100)); // of a percent
  const [whole, unit] = [cents(amount) * (10_000n + hundredths), 10_000n];
  return amountOf((whole + unit / 2n) / unit);
}

const digest = (parts: readonly unknown[]) => createHash("sha256").update(JSON.stringify(parts)).digest("hex");
const total = (amounts: readonly string[]) => amountOf(amounts.reduce((sum, amount) => sum + cents(amount), 0n));
