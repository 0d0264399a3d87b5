import { type Reply, type ToolResult, toToolResult } from "@holdpoint/tier2-core";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Output } from "./widen-output.js";

/**
 * The tool result to send. A handler's own result that the SDK would reject on its way is told as text: by then the
 * operation ran, and an error without that fact would invite a second run.
 */
export async function sendable(tool: string, reply: Reply, output: Output | undefined): Promise<ToolResult> {
  const result = toToolResult(reply);
  if (reply.verbatim === undefined) return result; // an envelope, and those are listed
  if (!CallToolResultSchema.safeParse(result).success) return executed(tool, result, "it is no MCP tool result");
  if (output === undefined) return result;
  const problem = await output.problemWith(result.structuredContent);
  if (problem === undefined) return result;
  return result.isError === true ? withoutStructured(result) : executed(tool, result, problem);
}

const text = (value: string) => ({ type: "text" as const, text: value });

function executed(tool: string, { _meta, ...result }: ToolResult, problem: string): ToolResult {
  return {
    content: [
      text(
        `"${tool}" WAS EXECUTED; only its result does not have the promised form (${problem}). Do not call it again to mend that. The result as it is:`,
      ),
      text(JSON.stringify(result)),
    ],
    isError: true,
    ...(_meta && { _meta }),
  };
}

/** Clients validate `structuredContent` even beside an error. */
function withoutStructured({ structuredContent, ...result }: ToolResult): ToolResult {
  if (structuredContent === undefined) return result as ToolResult;
  return { ...result, content: [...(result.content ?? []), text(JSON.stringify(structuredContent))] };
}
