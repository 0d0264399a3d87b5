import * as z from "zod/v4-mini";
import type { JsonSchema } from "./json-schema.js";

/**
 * A schema for the SDK that lets every object pass and is listed as the given JSON Schema, word for word. What really
 * validates stands elsewhere: core validates arguments with the tool's own schema, results are checked before they
 * are sent.
 */
export function listedAs(json: JsonSchema): z.ZodMiniType<Record<string, unknown>> {
  const schema = z.looseObject({});
  // A fresh copy each time: the SDK's converter takes apart what it gets, and the next listing would be empty.
  schema._zod.toJSONSchema = () => structuredClone(json);
  return schema;
}
