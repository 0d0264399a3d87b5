import { type AnySchema, defineTier2Tool, type ExecuteContext, type Tier2Tool } from "@holdpoint/tier2-core";
import type { ToolCallback } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import { copiedGuard } from "./copied-guard.js";
import type { Guard } from "./guard.js";
import type { Identify } from "./identify.js";
import { offerJsonSchema } from "./offer-json-schema.js";
import { ownResult } from "./own-result.js";
import { setupError } from "./setup-error.js";
import { schemaOf, type ToolParams, type ToolSchema } from "./tool-schema.js";

/** `registerTool`'s own config plus the `tier2` key. */
export interface Tier2ToolConfig<Output extends ToolSchema, Input extends undefined | ToolSchema> {
  title?: string;
  description?: string;
  inputSchema?: Input;
  outputSchema?: Output;
  annotations?: ToolAnnotations;
  _meta?: Record<string, unknown>;
  tier2: Guard<ToolParams<Input>> & Identify;
}

/** The definition of a tool whose handler was written for the SDK: its result is recorded and replayed as it is. */
export function callbackTool<Output extends ToolSchema, Input extends undefined | ToolSchema>(
  name: string,
  config: Tier2ToolConfig<Output, Input>,
  callback: ToolCallback<Input>,
): Tier2Tool {
  const { title, description, inputSchema, tier2 } = config;
  if (typeof callback !== "function") throw setupError(name, "it has no handler.");
  if (typeof tier2 !== "object" || tier2 === null) throw setupError(name, "its config has no `tier2`.");
  const { requester, ...guard } = copiedGuard(name, tier2 as Guard<unknown> & Identify, ["requester"]);
  const input: AnySchema | undefined =
    inputSchema === undefined ? undefined : schemaOf(name, inputSchema, "inputSchema");

  return defineTier2Tool({
    ...guard,
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(input !== undefined && { input: offerJsonSchema(name, input) }),
    execute: (params: unknown, ctx: ExecuteContext<unknown>) => ownResult(callback, input, params, ctx),
  } as never);
}
