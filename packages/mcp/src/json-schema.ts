import type { JsonSchema, AnySchema as StandardSchema } from "@holdpoint/tier2-core";
import type { AnySchema } from "@modelcontextprotocol/sdk/server/zod-compat.js";
import { toJsonSchemaCompat } from "@modelcontextprotocol/sdk/server/zod-json-schema-compat.js";
import { messageOf, setupError } from "./setup-error.js";

export type { JsonSchema };

interface WithJsonSchema {
  readonly "~standard": { readonly jsonSchema?: { input(options: { target: "draft-07" }): JsonSchema } };
}

/** Converting takes about a millisecond, and a stateless server registers its tools anew for each request. */
const converted = new WeakMap<object, JsonSchema>();

/**
 * The JSON Schema of what a schema accepts: what a caller may send, and what stands on the wire before it is parsed. Not
 * to be changed, since it is kept for the next time.
 *
 * @throws Tier2Error `invalid_setup` where there is none: with one such tool the SDK could list none at all
 */
export function jsonSchemaOf(tool: string, schema: StandardSchema, member: string): JsonSchema {
  const known = converted.get(schema);
  if (known !== undefined) return known;
  const isZod = "_zod" in schema || "_def" in schema;
  const standard = (schema as WithJsonSchema)["~standard"].jsonSchema;
  if (!isZod && standard === undefined) {
    throw setupError(tool, `its ${member} has no JSON Schema to be listed with: use zod, or a library that gives one.`);
  }
  try {
    const json = isZod
      ? (toJsonSchemaCompat(schema as unknown as AnySchema, {
          strictUnions: true,
          pipeStrategy: "input",
        }) as JsonSchema)
      : (standard?.input({ target: "draft-07" }) ?? {});
    converted.set(schema, json);
    return json;
  } catch (cause) {
    throw setupError(tool, `its ${member} cannot be listed: ${messageOf(cause)}.`, cause);
  }
}
