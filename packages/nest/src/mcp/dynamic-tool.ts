import { defineTier2Tool, type PreviewContext, type Tier2Engine } from "@holdpoint/tier2-core";
import type { ExecutionContext } from "@nestjs/common";
import { withinOperation } from "../call-scope.js";
import type { GuardedCall } from "../guarded-call.js";
import { paramsOfArguments } from "../params-of-arguments.js";
import { privateCopy } from "../private-copy.js";
import { settled } from "../recordable.js";
import { setupError } from "../setup-error.js";
import type { NestTier2Options } from "../tier2-options.js";
import { answerTool } from "./answer-tool.js";
import type { ListedTool } from "./list-tool.js";
import { mcpCall } from "./mcp-call.js";
import { type McpContext, mcpExecutionContext } from "./mcp-execution-context.js";
import type { DynamicToolGuard } from "./mcp-options.js";
import { toolResult } from "./tool-result.js";

type Handler = (args: unknown, context: McpContext, request: unknown) => unknown;

/** A tool as it is given to `strategy.registerTool`. */
export interface DynamicTool {
  readonly name: string;
  readonly annotations?: ListedTool["annotations"];
  readonly outputSchema?: unknown;
  readonly handler: Handler;
}

interface DynamicCall extends Pick<GuardedCall, "execute"> {
  readonly context: ExecutionContext;
}

/** There is no class behind a tool that is registered at run time. */
class RegisteredAtRunTime {}

/** The same tool with a handler that goes through the engine, behind mcp-nest's access checks and validation. */
export function guardDynamicTool(
  definition: DynamicTool,
  { preview, ...guard }: DynamicToolGuard,
  engine: Tier2Engine,
  { requester }: NestTier2Options,
): DynamicTool {
  const { name, handler, annotations: hints, outputSchema } = definition;
  const tool = defineTier2Tool({
    ...guard,
    name,
    preview: (params: unknown, ctx: PreviewContext) =>
      preview(params, { ...ctx, source: (ctx.source as DynamicCall).context }),
    execute: (_params: unknown, ctx: { source: unknown }) => (ctx.source as DynamicCall).execute(ctx as never),
  } as never);
  engine.register(tool);

  const guarded: Handler = (args, mcp, request) => {
    const call = mcpCall();
    if (call === undefined) throw setupError(`Tool "${name}"`, "its call did not come through the guarded server.");
    const place = { controller: RegisteredAtRunTime, handler: handler as () => void };
    const context = mcpExecutionContext(args, mcp, place);
    const taken = privateCopy(args);
    const source: DynamicCall = {
      context,
      async execute(ctx) {
        const run = () => settled(handler(privateCopy(taken), mcp, request));
        return toolResult(name, await withinOperation(ctx, run), outputSchema);
      },
    };
    const read = paramsOfArguments([{ index: 0, place: "arguments" }], [taken], { arguments: args });
    return answerTool(engine, requester, { tool, call, read, context, source, hints });
  };
  return { ...definition, handler: guarded };
}
