import { demandNamedSecrets, describeTool, type Tier2Engine, type Tier2Tool } from "@holdpoint/tier2-core";
import type { McpServer, RegisteredTool } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import { askEngine } from "./ask-engine.js";
import { demandDescription } from "./demand-description.js";
import type { Extra } from "./extra.js";
import { markGuarded } from "./guarded-handler.js";
import type { Identify } from "./identify.js";
import { jsonSchemaOf } from "./json-schema.js";
import { keepGuarded } from "./keep-guarded.js";
import { listInput } from "./list-input.js";
import { listedAs } from "./listed-as.js";
import { sendable } from "./sendable.js";
import { schemaOf, type ToolSchema } from "./tool-schema.js";
import { widenOutput } from "./widen-output.js";

export interface Shown {
  requester: Identify["requester"] | undefined;
  annotations?: ToolAnnotations | undefined;
  outputSchema?: ToolSchema | undefined;
  _meta?: Record<string, unknown> | undefined;
}

/**
 * Puts a tool on a server, so that each of its calls goes through the engine.
 *
 * @throws Tier2Error `invalid_setup` or `level_unavailable`: at start-up rather than at the first call
 */
export function install(server: McpServer, tier2: Tier2Engine, tool: Tier2Tool, shown: Shown): RegisteredTool {
  const { name, title, description: own = "", input } = tool;
  demandDescription(name, own);
  const inputSchema = listedAs(listInput(name, input));
  demandNamedSecrets(tool, {
    ...(input !== undefined && { input: jsonSchemaOf(name, input, "input schema") }),
    ...(shown.outputSchema !== undefined && {
      output: jsonSchemaOf(name, schemaOf(name, shown.outputSchema, "outputSchema"), "outputSchema"),
    }),
  });
  const output = shown.outputSchema === undefined ? undefined : widenOutput(name, shown.outputSchema);
  tier2.register(tool);
  const describe = describeTool(tier2.tools().find((summary) => summary.name === name));

  const registered = server.registerTool(
    name,
    {
      ...(title !== undefined && { title }),
      description: describe(own, shown.annotations),
      inputSchema,
      ...(output !== undefined && { outputSchema: listedAs(output.listed) }),
      ...(shown.annotations !== undefined && { annotations: shown.annotations }),
      ...(shown._meta !== undefined && { _meta: shown._meta }),
    },
    markGuarded(async (args: Record<string, unknown>, extra: Extra) => {
      const { requester } = shown;
      const reply = await askEngine({ server, tier2, tool, args, requester }, extra, { hints: registered.annotations });
      return sendable(name, reply, output);
    }),
  );
  keepGuarded(name, registered, own, describe);
  return registered;
}
