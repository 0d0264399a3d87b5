import type { Tool } from "@modelcontextprotocol/sdk/types.js";

/** What MCP's annotations say; absent, the worst is meant. */
export const isDestructive = ({ annotations }: Tool): boolean =>
  annotations?.readOnlyHint !== true && annotations?.destructiveHint !== false;

const preview = (params: unknown) => ({ summary: "Will call somebody else's tool.", preview: { params } });

/** One guard for every tool that may destroy something, and 1 for all others. */
export const guardsFor = (tools: readonly Tool[], guard: (tool: Tool) => boolean = isDestructive) =>
  Object.fromEntries(tools.map((tool) => [tool.name, guard(tool) ? { preview } : (1 as const)]));
