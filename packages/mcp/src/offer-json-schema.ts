import type { AnySchema } from "@holdpoint/tier2-core";
import { jsonSchemaOf } from "./json-schema.js";

/** Kept, so that what is known of a schema need not be found out anew. */
const offering = new WeakMap<object, AnySchema>();

/**
 * The same schema for the engine, which looks in its JSON Schema for arguments that are marked secret. Raw shapes become
 * objects of the small zod, which offers none by itself; nor does zod 3.
 */
export function offerJsonSchema(tool: string, schema: AnySchema): AnySchema {
  const standard = schema["~standard"];
  const known = "jsonSchema" in standard ? schema : offering.get(schema);
  if (known !== undefined) return known;
  const value = { ...standard, jsonSchema: { input: () => jsonSchemaOf(tool, schema, "input schema") } };
  const offers: AnySchema = { "~standard": value };
  offering.set(schema, offers);
  return offers;
}
