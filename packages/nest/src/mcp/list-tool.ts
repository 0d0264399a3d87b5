import { describeTool, type JsonSchema, listedInput, listedOutput } from "@holdpoint/tier2-core";

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: { readonly destructiveHint?: boolean };
}

/** A guarded tool as it is shown: with the protocol's own keys, room for previews, and the two steps described. */
export function listTool(tool: ListedTool, describe: ReturnType<typeof describeTool>): ListedTool {
  const { name, description = "", inputSchema = { type: "object" }, outputSchema, annotations } = tool;
  return {
    ...tool,
    description: describe(description, annotations),
    inputSchema: listedInput(name, inputSchema),
    ...(outputSchema !== undefined && { outputSchema: listedOutput(outputSchema) }),
  };
}
