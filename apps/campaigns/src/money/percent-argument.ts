import * as z from "zod";

const atMostTwoPlaces = /^-?\d+(\.\d{1,2})?$/;

/** A change in percent as a JSON number. Like an amount, it is refused rather than rounded. */
export const percentArgument = z
  .number()
  .min(-90)
  .max(300)
  .refine((percent) => percent !== 0, "must not be zero")
  .refine((percent) => atMostTwoPlaces.test(String(percent)), "must have at most two decimals; it is not rounded")
  .describe(
    "The change in percent, from -90 to 300, with at most two decimals: 10 raises by a tenth, -5 lowers by a twentieth.",
  );

/** Decimal text for the database's exact arithmetic. Only for numbers that `percentArgument` let through. */
export const percentText = (percent: number) => String(percent);
