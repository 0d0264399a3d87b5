import type {
  Classification,
  Level,
  Preview,
  PreviewContext,
  ReconcileContext,
  Reconciled,
  Refused,
  Tier,
} from "@holdpoint/tier2-core";
import type { Awaitable } from "../tier2-options.js";

/** `McpStrategy` of `@rekog/mcp-nest`, as far as it is used here. */
export interface GuardableStrategy {
  readonly options: object;
  readonly transportId: symbol;
  registerTool(definition: never): void;
}

/** For a tool that is registered at run time, with `strategy.registerTool`. */
export interface DynamicToolGuard extends Classification {
  tier?: Tier;
  level?: Level;
  /** Paths of params that are never stored, shown, logged or put into events. */
  secrets?: readonly string[];
  /** Paths in the result that stand in the first answer only and replay as `[withheld]`. */
  resultSecrets?: readonly string[];
  duplicates?: "refuse" | "allow";
  // biome-ignore lint/suspicious/noExplicitAny: what the tool's own parameters validate
  preview(params: any, ctx: PreviewContext): Awaitable<Preview | Refused>;
  // biome-ignore lint/suspicious/noExplicitAny: params come back from the store as JSON; their type is the author's
  reconcile?(params: any, ctx: ReconcileContext<any>): Awaitable<Reconciled>;
}

/** An MCP server of `@rekog/mcp-nest` whose tools are guarded. */
export interface McpGuard {
  strategy: GuardableStrategy;
  /** What happens to tools that are neither under `@Tier2()` nor in `tools`: 1 is your written decision that they run at once. */
  others: 1 | "refuse";
  /** By name: 1 for a tool that runs at once, or the guard of one that is registered at run time. */
  tools?: Readonly<Record<string, 1 | DynamicToolGuard>>;
}
