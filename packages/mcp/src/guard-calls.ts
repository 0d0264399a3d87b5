import type { Tier2Engine, ToolResult } from "@holdpoint/tier2-core";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { type CallToolRequest, ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { askEngine } from "./ask-engine.js";
import type { Extra } from "./extra.js";
import type { Identify } from "./identify.js";
import { demandSize, type Internals, type RequestHandler } from "./sdk-internals.js";
import { sendable } from "./sendable.js";
import { messageOf } from "./setup-error.js";
import type { Decision, ToolTable } from "./tool-table.js";

interface Guarding extends Identify {
  readonly server: McpServer;
  readonly internals: Internals;
  readonly tier2: Tier2Engine;
  readonly table: ToolTable;
  /** The SDK's handler, for all that is not guarded. */
  readonly previous: RequestHandler;
}

type Guarded = Extract<Decision, { kind: "guarded" }>;

/** Answers tools/call. A name with a guard never reaches the SDK's own handler, whatever is registered under it. */
export const guardCalls =
  (guarding: Guarding) =>
  async (request: CallToolRequest, extra: Extra): Promise<Record<string, unknown>> => {
    const { name, task } = request.params;
    const decision = guarding.table.decide(name);
    if (decision.kind === "pass") return guarding.previous(request, extra);
    if (task !== undefined) throw new McpError(ErrorCode.MethodNotFound, `Tool ${name} does not support tasks`);
    switch (decision.kind) {
      case "guarded":
        return guardedCall(guarding, decision, request, extra).catch(errorResult);
      case "absent":
        return errorResult(new McpError(ErrorCode.InvalidParams, `Tool ${name} not found`));
      case "broken":
        report(guarding.server, decision.error);
        return guarding.tier2.rejectionResponse({ tool: name, reason: "tool_disabled" });
      case "refuse":
        return guarding.tier2.rejectionResponse({ tool: name, reason: "tool_disabled" });
    }
  };

async function guardedCall(
  guarding: Guarding,
  decision: Guarded,
  request: CallToolRequest,
  extra: Extra,
): Promise<ToolResult> {
  const { server, internals, tier2, requester } = guarding;
  const { guarded, registered } = decision;
  const { name, arguments: args } = request.params;
  await demandSize(internals, name, args);
  const { tool, output } = guarded;
  const beside = { hints: registered.annotations, disabled: !registered.enabled };
  const reply = await askEngine({ server, tier2, tool, args, requester }, extra, beside);
  return sendable(name, reply, output);
}

/** What is thrown, as the SDK tells it to a client. */
function errorResult(error: unknown): ToolResult {
  if (error instanceof McpError && error.code === ErrorCode.UrlElicitationRequired) throw error;
  return { content: [{ type: "text", text: messageOf(error) }], isError: true };
}

export function report(server: McpServer, error: unknown): void {
  server.server.onerror?.(error instanceof Error ? error : new Error(String(error)));
}
