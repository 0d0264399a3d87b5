import type { RegisteredTool } from "@modelcontextprotocol/sdk/server/mcp.js";
import { normalizeObjectSchema } from "@modelcontextprotocol/sdk/server/zod-compat.js";
import { toJsonSchemaCompat } from "@modelcontextprotocol/sdk/server/zod-json-schema-compat.js";
import { messageOf, setupError } from "./setup-error.js";

/** Output schemas that were converted once. */
const listable = new WeakSet<object>();

/**
 * The SDK lists a tool's output schema as what comes out of it, before ours takes its place. One that it cannot convert
 * so would take down the whole list, and no client would learn of any token.
 *
 * @throws Tier2Error `invalid_setup`
 */
export function demandListable(tool: string, { outputSchema }: RegisteredTool): void {
  const object = normalizeObjectSchema(outputSchema);
  if (object === undefined || listable.has(object)) return;
  try {
    toJsonSchemaCompat(object, { strictUnions: true, pipeStrategy: "output" });
    listable.add(object);
  } catch (cause) {
    throw setupError(tool, `the SDK cannot list its outputSchema: ${messageOf(cause)}.`, cause);
  }
}
