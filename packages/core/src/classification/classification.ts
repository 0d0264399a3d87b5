import type { Tier } from "../tier.js";

/** What kind of harm a tool can do, in the operator's own judgement. */
export const categories = [
  "delete",
  "payout",
  "budget",
  "delivery",
  "refund",
  "credentials",
  "bulk",
  "send",
  "replace",
  "revoke",
  "sync",
  "access",
] as const;

export type Category = (typeof categories)[number];

/** First axis: what it changes. `reversible`: whoever made the mistake undoes it easily, and nothing was lost or spent. */
export type Mutates = "nothing" | "reversible" | "destructive";

/** Second axis: what it lets out. `sensitive`: records or secrets. `capability`: something that acts for its bearer, like a signed link. */
export type Discloses = "nothing" | "ordinary" | "sensitive" | "capability";

/** The operator's own classification of a tool. Annotations of a server or a model never write it. */
export interface Classification {
  category?: Category;
  mutates?: Mutates;
  discloses?: Discloses;
  /** The short form of `mutates: "destructive"`; false says `"reversible"`. */
  destructive?: boolean;
}

/** MCP's hints about a tool: claims of its author that may raise the tier and never lower it. */
export interface Hints {
  destructiveHint?: boolean | undefined;
}

export interface Classified {
  readonly tier: Tier;
  readonly because: "category" | "mutates" | "discloses" | "hint" | "harmless" | "unclassified";
}

const isDestructive = (c: Classification) => c.mutates === "destructive" || c.destructive === true;
const isHarmless = (c: Classification) =>
  (c.mutates === undefined ? c.destructive === false : c.mutates === "nothing" || c.mutates === "reversible") &&
  (c.discloses === undefined || c.discloses === "nothing" || c.discloses === "ordinary");

/**
 * The rule of thumb of the contract: if the worst case is lost data, lost money or a ruined reputation, it is
 * Tier-2. Read from top to bottom, the first row that holds decides; the last one fails closed.
 */
const rules: readonly (readonly [Classified["because"], Tier, (c: Classification, h: Hints) => boolean])[] = [
  ["category", 2, (c) => c.category !== undefined],
  ["mutates", 2, isDestructive],
  ["discloses", 2, (c) => c.discloses === "sensitive" || c.discloses === "capability"],
  ["hint", 2, (_c, h) => h.destructiveHint === true],
  ["harmless", 1, isHarmless],
  ["unclassified", 2, () => true],
];

export function classify(classification: Classification, hints: Hints = {}): Classified {
  const [because, tier] = rules.find(([, , holds]) => holds(classification, hints)) ?? ["unclassified", 2];
  return { tier, because };
}
