import type { Calls } from "../../src/index.js";

/** What all policies of a tool demand together. */
export interface Rule {
  readonly uses: number;
  readonly minutes: number;
  readonly quorum: number;
  readonly approvers: readonly string[];
  readonly duplicates: "refuse" | "allow";
}

export const tools = {
  guarded: "refund",
  layered: "purge",
  oneUse: "pay_once",
  manyUses: "pay_often",
  level3: "close_account",
  level4: "close_ledger",
} as const satisfies Record<keyof Calls, string>;

const rule = (changes: Partial<Rule> = {}): Rule => ({
  ...{ uses: 1, minutes: 60, quorum: 1, approvers: ["group:owners"], duplicates: "allow" },
  ...changes,
});

export const rules: Readonly<Record<string, Rule>> = {
  refund: rule({ duplicates: "refuse" }),
  purge: rule({ uses: 3, minutes: 30 }),
  pay_once: rule(),
  pay_often: rule({ uses: 20 }),
  close_account: rule(),
  close_ledger: rule({ quorum: 2 }),
};

const args = { order: "1007", amount: "250.00" };

export const calls: Calls = {
  guarded: { tool: tools.guarded, args, variant: { ...args, amount: "950.00" } },
  layered: { tool: tools.layered, args, uses: 3, minutes: 30, approvers: ["group:owners"] },
  oneUse: { tool: tools.oneUse, args, uses: 1 },
  manyUses: { tool: tools.manyUses, args, uses: 20 },
  level3: { tool: tools.level3, args },
  level4: { tool: tools.level4, args },
};
