import { listedOutput } from "@holdpoint/tier2-core";
import { getParseErrorMessage, safeParseAsync } from "@modelcontextprotocol/sdk/server/zod-compat.js";
import { type ClientValidator, clientValidator } from "./client-validator.js";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.js";
import { messageOf, setupError } from "./setup-error.js";
import { schemaOf, type ToolSchema } from "./tool-schema.js";

export interface Output {
  /** The tool's own schema or one of the envelopes. */
  readonly listed: JsonSchema;
  /** What a server or a client of the SDK would reject `structuredContent` for; undefined if nothing. Never rejects. */
  problemWith(structured: unknown): Promise<string | undefined>;
}

/**
 * Makes room for previews in a tool's output schema: without it the SDK's server would replace each preview, and its
 * client throw on it.
 *
 * @throws Tier2Error `invalid_setup` for a schema that no client could compile
 */
export function widenOutput(tool: string, given: ToolSchema): Output {
  const schema = schemaOf(tool, given, "outputSchema");
  const listed = listedOutput(jsonSchemaOf(tool, schema, "outputSchema"));
  const asClient = validatorOf(tool, listed);
  return {
    listed,
    async problemWith(structured) {
      if (structured === undefined) return "it has no structuredContent";
      try {
        const parsed = await safeParseAsync(schema, structured);
        return parsed.success ? asClient(structured) : getParseErrorMessage(parsed.error);
      } catch (error) {
        return `checking it threw: ${messageOf(error)}`;
      }
    },
  };
}

/** A client of the SDK compiles the output schema of every tool it lists: one that it cannot would hide them all. */
function validatorOf(tool: string, listed: JsonSchema): ClientValidator {
  try {
    return clientValidator(listed);
  } catch (cause) {
    throw setupError(tool, `no client could use its outputSchema: ${messageOf(cause)}.`, cause);
  }
}
