import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { ListToolsRequest, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Extra } from "./extra.js";
import { report } from "./guard-calls.js";
import type { RequestHandler } from "./sdk-internals.js";
import type { ToolTable } from "./tool-table.js";

/** Answers tools/list: guarded tools as they are to be called, and none whose calls would be refused. */
export const guardList =
  (server: McpServer, table: ToolTable, previous: RequestHandler) =>
  async (request: ListToolsRequest, extra: Extra): Promise<Record<string, unknown>> => {
    const { tools, ...rest } = await previous(request, extra);
    return { ...rest, tools: (tools as Tool[]).flatMap((tool) => shown(server, table, tool)) };
  };

function shown(server: McpServer, table: ToolTable, tool: Tool): Tool[] {
  const decision = table.decide(tool.name);
  switch (decision.kind) {
    case "pass":
      return [tool];
    case "guarded": {
      if (!decision.registered.enabled) return []; // only what it answered already can still be asked for
      const { inputSchema, output, describe } = decision.guarded;
      const { outputSchema: _, ...rest } = tool;
      return [
        {
          ...rest,
          description: describe(),
          inputSchema: structuredClone(inputSchema) as Tool["inputSchema"],
          ...(output !== undefined && { outputSchema: structuredClone(output.listed) as Tool["outputSchema"] }),
        },
      ];
    }
    case "broken":
      report(server, decision.error);
      return [];
    case "absent":
    case "refuse":
      return [];
  }
}
