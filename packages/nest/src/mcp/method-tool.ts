import "reflect-metadata";
import type { PipelineCall } from "../call-scope.js";
import { findProvider } from "../find-provider.js";
import { guardedCall, type Invocation } from "../guarded-call.js";
import { mcpTool } from "../nest-metadata.js";
import { paramsOfArguments } from "../params-of-arguments.js";
import { setupError } from "../setup-error.js";
import type { Found, RuntimeParts } from "../tier2-runtime.js";
import { answerTool } from "./answer-tool.js";
import type { ListedTool } from "./list-tool.js";
import { mcpCall } from "./mcp-call.js";
import { toolResult } from "./tool-result.js";

/** Answers a call of a guarded method that is a tool of mcp-nest. */
export async function answerMethodTool(
  { engine, options, moduleRef }: RuntimeParts,
  found: Found,
  { context }: PipelineCall,
  invocation: Invocation,
): Promise<object> {
  const call = mcpCall();
  if (call === undefined) throw setupError(found.about, "its call did not come through the guarded server.");
  const { annotations: hints, outputSchema }: { annotations?: ListedTool["annotations"]; outputSchema?: unknown } =
    Reflect.getMetadata(mcpTool, found.method);
  const read = paramsOfArguments(found.counted, invocation.args, {
    arguments: context.switchToRpc().getData(),
  });
  const source = guardedCall({
    ...invocation,
    found,
    context,
    find: findProvider(moduleRef),
    finish: (result) => toolResult(found.toolName, result, outputSchema),
  });
  return answerTool(engine, options.requester, { tool: found.tool, call, read, context, source, hints });
}
