import type { AnySchema as StandardSchema } from "@holdpoint/tier2-core";
import {
  type AnySchema,
  objectFromShape,
  type SchemaOutput,
  type ShapeOutput,
  type ZodRawShapeCompat,
} from "@modelcontextprotocol/sdk/server/zod-compat.js";
import { setupError } from "./setup-error.js";

/** What `registerTool` takes as a schema: a zod schema (3.25 or 4), or a raw shape of them. */
export type ToolSchema = ZodRawShapeCompat | AnySchema;

/** The params of a tool: what its schema gives after validation and defaults. */
export type ToolParams<Schema> = Schema extends ZodRawShapeCompat
  ? ShapeOutput<Schema>
  : Schema extends AnySchema
    ? SchemaOutput<Schema>
    : Record<string, unknown>;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const isStandardSchema = (value: unknown): value is StandardSchema => isObject(value) && "~standard" in value;

/**
 * One schema of what a tool was given: a raw shape becomes an object schema.
 *
 * @throws Tier2Error `invalid_setup` for anything else than a schema or a raw shape of one zod version
 */
export function schemaOf(tool: string, given: ToolSchema, member: string): StandardSchema & AnySchema {
  if (isStandardSchema(given)) return given as StandardSchema & AnySchema;
  if (!isObject(given) || !Object.values(given).every(isStandardSchema)) {
    throw setupError(tool, `its ${member} is neither a zod schema (3.25 or newer) nor an object of them.`);
  }
  try {
    return objectFromShape(given) as StandardSchema & AnySchema;
  } catch (cause) {
    throw setupError(tool, `its ${member} mixes schemas of zod 3 and zod 4.`, cause);
  }
}
