import * as z from "zod";

export const nativeOrderId = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .describe("The order's id at the native checkout, as list_native_orders gives it, for example nat_7001.");
