import { type AnySchema, type JsonSchema, listedInput } from "@holdpoint/tier2-core";
import { jsonSchemaOf } from "./json-schema.js";

/**
 * What tools/list shows for a tool with this schema.
 *
 * @throws Tier2Error `invalid_setup` where that cannot be done
 */
export const listInput = (tool: string, schema: AnySchema | undefined): JsonSchema =>
  listedInput(tool, schema === undefined ? { type: "object" } : jsonSchemaOf(tool, schema, "input schema"));
