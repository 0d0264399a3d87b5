import type { Tier2Engine, Tier2Tool } from "@holdpoint/tier2-core";
import type { McpServer, RegisteredTool, ToolCallback } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import { callbackTool, type Tier2ToolConfig } from "./callback-tool.js";
import type { Identify } from "./identify.js";
import { install } from "./install.js";
import type { ToolSchema } from "./tool-schema.js";

export interface RegisterTier2ToolOptions extends Identify {
  /** Shown to clients. `destructiveHint` may raise the tier of a tool, nothing here lowers it. */
  annotations?: ToolAnnotations;
  /** Of a result that `execute` gives as `verbatim(…)`; Holdpoint's own envelopes are listed beside it. */
  outputSchema?: ToolSchema;
}

/**
 * Registers a tool of `defineTier2Tool` on a server of the MCP SDK.
 *
 * @throws Tier2Error `invalid_setup` or `level_unavailable`, at start-up rather than at the first call
 */
export function registerTier2Tool(
  server: McpServer,
  tier2: Tier2Engine,
  // biome-ignore lint/suspicious/noExplicitAny: a tool of any schema
  tool: Tier2Tool<any>,
  options?: RegisterTier2ToolOptions,
): RegisteredTool;

/**
 * `server.registerTool` plus a `tier2` key: the handler runs at most once per confirmation, and its own result is
 * recorded and replayed as it is. Its `extra.signal` aborts on a lost lease or on shutdown, not when the client leaves.
 *
 * @throws Tier2Error `invalid_setup` or `level_unavailable`, at start-up rather than at the first call
 */
export function registerTier2Tool<Output extends ToolSchema, Input extends undefined | ToolSchema = undefined>(
  server: McpServer,
  tier2: Tier2Engine,
  name: string,
  config: Tier2ToolConfig<Output, Input>,
  callback: ToolCallback<Input>,
): RegisteredTool;

export function registerTier2Tool(
  server: McpServer,
  tier2: Tier2Engine,
  tool: Tier2Tool | string,
  config: RegisterTier2ToolOptions | Tier2ToolConfig<ToolSchema, ToolSchema> = {},
  callback?: ToolCallback<ToolSchema>,
): RegisteredTool {
  if (typeof tool !== "string") {
    const { annotations, outputSchema, requester } = config as RegisterTier2ToolOptions;
    return install(server, tier2, tool, { annotations, outputSchema, requester });
  }
  const { annotations, outputSchema, _meta, tier2: guard } = config as Tier2ToolConfig<ToolSchema, ToolSchema>;
  const defined = callbackTool(tool, config as Tier2ToolConfig<ToolSchema, ToolSchema>, callback as never);
  return install(server, tier2, defined, { annotations, outputSchema, _meta, requester: guard.requester });
}
