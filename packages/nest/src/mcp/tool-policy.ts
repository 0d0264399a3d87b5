import type { DynamicToolGuard, McpGuard } from "./mcp-options.js";

/** What happens to a call of a tool, by its name. */
export type Policy = "guarded" | "runs" | "refused";

export interface KnownTools {
  /** Decorated tools of this server; true under `@Tier2()`. */
  readonly decorated: ReadonlyMap<string, boolean>;
  /** Tools registered at run time whose handler goes through the engine. */
  readonly dynamic: ReadonlySet<string>;
}

/** The table of what is let through: whatever it does not know is refused, unless the author decided otherwise. */
export function policyOf(name: string, { decorated, dynamic }: KnownTools, { tools = {}, others }: McpGuard): Policy {
  if (decorated.get(name) === true) return "guarded"; // mcp-nest looks decorated tools up first
  const own = guardIn(tools, name);
  if (own === 1) return "runs";
  if (own !== undefined) return dynamic.has(name) && !decorated.has(name) ? "guarded" : "refused";
  return others === 1 ? "runs" : "refused";
}

export const guardIn = (tools: NonNullable<McpGuard["tools"]>, name: string): 1 | DynamicToolGuard | undefined =>
  Object.hasOwn(tools, name) ? tools[name] : undefined;
