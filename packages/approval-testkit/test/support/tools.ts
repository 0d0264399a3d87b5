import { defineTier2Tool, type Material, type Policy } from "@holdpoint/tier2-core";
import * as z from "zod";
import type { Calls } from "../../src/index.js";
import type { Downstream } from "./downstream.js";

const input = z.strictObject({ order: z.string(), amount: z.string() });

const materialOf = ({ order, amount }: z.output<typeof input>): Material => ({
  target: `order ${order}`,
  amount: { value: amount, currency: "EUR" },
  reversibility: "irreversible",
});

/** What somebody who guards a tool may forget. */
export type Forgotten = "authorize" | "stateVersion" | "reconcile" | "level" | "uses" | "namedPolicy";

export function toolsOn(downstream: Downstream, forgotten?: Forgotten) {
  const plain = (name: string, category: "payout" | "delete", more: { level?: "L3" | "L4"; duplicates?: "allow" }) =>
    defineTier2Tool({
      ...{ name, category, input, description: `Does ${name}.`, ...more },
      preview: (params) => ({
        summary: `Will do ${name} for order ${params.order}`,
        preview: params,
        material: materialOf(params),
      }),
      execute({ order }, { operationId }) {
        downstream.do(operationId, order);
        return { message: "Done" };
      },
    });
  const refund = defineTier2Tool({
    ...{ name: "refund", category: "refund", input, description: "Refunds an order." },
    preview: (params) => ({
      summary: `Will refund ${params.amount} EUR of order ${params.order}`,
      preview: params,
      material: materialOf(params),
      ...(forgotten !== "stateVersion" && { stateVersion: `v${downstream.version}` }),
    }),
    execute({ order }, { operationId }) {
      downstream.refund(operationId, order);
      return { message: `Order ${order} refunded` };
    },
    reconcile(_params, { operationId }) {
      const message = forgotten === "reconcile" ? undefined : downstream.find(operationId);
      return message === undefined ? { outcome: "unknown" } : { outcome: "completed", message };
    },
  });
  return [
    refund,
    plain("purge", "delete", { duplicates: "allow" }),
    plain("pay_once", "payout", { duplicates: "allow" }),
    plain("pay_often", "payout", { duplicates: "allow" }),
    plain("close_account", "delete", { level: "L3" }),
    plain("close_ledger", "delete", { level: forgotten === "level" ? "L3" : "L4" }),
  ] as const;
}

const named = (tool: string, validity: NonNullable<Policy["validity"]>): Policy => ({
  ...{ id: tool, version: 1, scope: "named", tools: [tool], approvers: ["group:owners"], onDeadline: "lapse" },
  validity,
});
/** Only where something is deleted: elsewhere these would bound the named policies too. */
const broad = (scope: "destructive" | "all", validity: NonNullable<Policy["validity"]>): Policy => ({
  ...{ id: scope, version: 1, scope, categories: ["delete"], approvers: ["group:broad"], onDeadline: "lapse" },
  validity,
});

export const policiesWithout = (forgotten?: Forgotten): readonly Policy[] => [
  named("refund", { uses: 1 }),
  named("pay_once", { uses: forgotten === "uses" ? 3 : 1 }),
  named("pay_often", { uses: 20 }),
  ...(forgotten === "namedPolicy" ? [] : [named("purge", { uses: 5, minutes: 60 })]),
  named("close_account", { uses: 1 }),
  named("close_ledger", { uses: 1 }),
  broad("destructive", { uses: 3, minutes: 45 }),
  broad("all", { uses: 4, minutes: 30 }),
];

const args = { order: "1007", amount: "250.00" };

export const calls: Calls = {
  guarded: { tool: "refund", args, variant: { ...args, amount: "950.00" } },
  layered: { tool: "purge", args, uses: 3, minutes: 30, approvers: ["group:owners"] },
  oneUse: { tool: "pay_once", args, uses: 1 },
  manyUses: { tool: "pay_often", args, uses: 20 },
  level3: { tool: "close_account", args },
  level4: { tool: "close_ledger", args },
};
