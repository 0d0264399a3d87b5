import { defineTier2Tool, type Store, type Tier2Tool } from "@holdpoint/tier2-core";
import type { DiscoveredMethod } from "./discover-methods.js";
import type { FindProvider } from "./find-provider.js";
import type { GuardedCall } from "./guarded-call.js";

/** The engine's tool of a guarded method. What runs comes with each call; the definition only names and classifies it. */
export function guardedTool({ guarded, toolName }: DiscoveredMethod, find: FindProvider, store: Store): Tier2Tool {
  const {
    preview: _preview,
    tool: _tool,
    instance: _instance,
    reconcile,
    transaction,
    ...classification
  } = guarded.options;
  return defineTier2Tool({
    ...classification,
    name: toolName,
    ...(transaction === true && { transaction: store }),
    preview: (_params: unknown, ctx: { source: unknown }) => (ctx.source as GuardedCall).preview(ctx as never),
    execute: (_params: unknown, ctx: { source: unknown }) => (ctx.source as GuardedCall).execute(ctx as never),
    ...(reconcile !== undefined && {
      reconcile: async (params: unknown, ctx: never) => (await find(reconcile)).reconcile(params, ctx),
    }),
  } as never);
}
