import type { AnySchema, Validated } from "./standard-schema.js";

/** zod's own way to wait for what a schema says; in zod 3, 4 and mini alike. */
interface WaitingSchema {
  safeParseAsync(
    value: unknown,
  ): Promise<
    | { readonly success: true; readonly data: unknown }
    | { readonly success: false; readonly error: Extract<Validated<unknown>, { readonly issues: readonly unknown[] }> }
  >;
}

/**
 * What a schema says of a value. A schema of zod is asked in zod's own way: its Standard Schema interface first tries
 * without waiting and drops the promises of that attempt, so that an asynchronous check that rejects (a lookup in a
 * database that is away) would end the process as an unhandled rejection.
 */
export async function validated(schema: AnySchema, value: unknown): Promise<Validated<unknown>> {
  if (!waits(schema)) return (await schema["~standard"].validate(value)) as Validated<unknown>;
  const result = await schema.safeParseAsync(value);
  return result.success ? { value: result.data } : { issues: result.error.issues };
}

const waits = (schema: AnySchema): schema is AnySchema & WaitingSchema =>
  schema["~standard"].vendor === "zod" && typeof (schema as Partial<WaitingSchema>).safeParseAsync === "function";
