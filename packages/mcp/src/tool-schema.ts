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

/** The object schema that was made of a raw shape, so that what is known of it need not be found out anew. */
const objects = new WeakMap<object, { shape: object; object: StandardSchema & AnySchema }>();

const sameMembers = (shape: object, other: object): boolean =>
  Object.keys(shape).length === Object.keys(other).length &&
  Object.entries(shape).every(([name, schema]) => (other as Record<string, unknown>)[name] === schema);

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
  const known = objects.get(given);
  if (known !== undefined && sameMembers(known.shape, given)) return known.object;
  try {
    const shape = { ...given };
    const object = objectFromShape(shape) as StandardSchema & AnySchema;
    objects.set(given, { shape, object });
    return object;
  } catch (cause) {
    throw setupError(tool, `its ${member} mixes schemas of zod 3 and zod 4.`, cause);
  }
}
