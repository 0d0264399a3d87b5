import type { DynamicToolGuard, McpGuard } from "./mcp-options.js";

/** What happens to a call of a tool, by its name. */
export type Policy = "guarded" | "runs" | "refused";

/** A tool that is a method, or several of one name. */
export interface DecoratedTool {
  /** Is it under `@Tier2()`? */
  readonly isGuarded: boolean;
  /** What each of them says of itself. */
  readonly hints: readonly ToolHints[];
}

export type ToolHints = { readonly destructiveHint?: boolean } | undefined;

export interface KnownTools {
  /** Decorated tools of this server. */
  readonly decorated: ReadonlyMap<string, DecoratedTool>;
  /** Tools registered at run time whose handler goes through the engine. */
  readonly dynamic: ReadonlySet<string>;
  /** As far as the engine's policies and the tool's own annotations go: where one may apply, nobody would be asked. */
  mayRunAtOnce(name: string): boolean;
}

/** The table of what is let through: whatever it does not know is refused, unless the author decided otherwise. */
export function policyOf(name: string, known: KnownTools, { tools = {}, others }: McpGuard): Policy {
  const { decorated, dynamic } = known;
  if (decorated.get(name)?.isGuarded === true) return "guarded"; // mcp-nest looks decorated tools up first
  const own = guardIn(tools, name);
  if (own !== undefined && own !== 1) return dynamic.has(name) && !decorated.has(name) ? "guarded" : "refused";
  return (own ?? others) === 1 && known.mayRunAtOnce(name) ? "runs" : "refused";
}

export const guardIn = (tools: NonNullable<McpGuard["tools"]>, name: string): 1 | DynamicToolGuard | undefined =>
  Object.hasOwn(tools, name) ? tools[name] : undefined;
