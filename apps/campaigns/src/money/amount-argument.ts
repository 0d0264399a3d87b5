import * as z from "zod";

const atMostTwoPlaces = /^\d+(\.\d{1,2})?$/;

/** JavaScript writes a number with the fewest digits that identify it, so 6.2 is exactly what 6.20 was in JSON. */
const hasAtMostTwoPlaces = (value: number) => atMostTwoPlaces.test(String(value));

/** An amount of money as a JSON number (6.20). More than two decimals are refused: nothing is rounded silently. */
export const amountArgument = (description: string) =>
  z
    .number()
    .min(0.01)
    .max(1_000_000)
    .refine(hasAtMostTwoPlaces, "must have at most two decimals; it is not rounded")
    .describe(`${description} A number with at most two decimals, for example 6.20; more are refused, not rounded.`);

/** 6.2 → "6.20". Only for numbers that `amountArgument` let through. */
export function amountText(value: number): string {
  const [whole, part = ""] = String(value).split(".");
  return `${whole}.${part.padEnd(2, "0")}`;
}
