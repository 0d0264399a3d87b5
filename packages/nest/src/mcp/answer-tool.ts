import { type Tier2Engine, type Tier2Tool, toToolResult } from "@holdpoint/tier2-core";
import type { ExecutionContext } from "@nestjs/common";
import type { ReadParams } from "../params-of-arguments.js";
import type { NestTier2Options } from "../tier2-options.js";
import type { ListedTool } from "./list-tool.js";
import type { McpCall } from "./mcp-call.js";

interface ToolCall {
  readonly tool: Tier2Tool;
  readonly call: McpCall;
  readonly read: ReadParams;
  readonly context: ExecutionContext;
  /** What the tool's definition finds its handler in. */
  readonly source: object;
  readonly hints: ListedTool["annotations"];
}

/** Answers one call of a guarded tool, behind mcp-nest's access checks and validation and Nest's guards and pipes. */
export async function answerTool(
  engine: Tier2Engine,
  resolve: NestTier2Options["requester"],
  { tool, call, read, context, source, hints }: ToolCall,
): Promise<object> {
  const requester = await resolve(context);
  call.reply = await engine.call(
    tool,
    { ...read.params, ...call.keys },
    {
      requester,
      malformed: read.malformed,
      signal: call.sdk.mcpReq?.signal,
      source,
      hints,
    },
  );
  return toToolResult(call.reply);
}
