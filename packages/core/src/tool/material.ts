/** Decimal string and ISO 4217 code: money is never a float. */
export interface Money {
  value: string;
  currency: string;
}

/** The typed facts that a decision turns on. */
export interface Material {
  amount?: Money;
  target?: string;
  destination?: string;
  /** How many items, and the rule that selected them. */
  count?: number;
  selection?: string;
  reversibility?: "reversible" | "costly" | "irreversible";
}
