import { defineTier2Tool, type Store, type Tier2Tool } from "@holdpoint/tier2-core";
import type { Counted } from "./counted-arguments.js";
import type { DiscoveredMethod } from "./discover-methods.js";
import type { FindProvider } from "./find-provider.js";
import type { GuardedCall } from "./guarded-call.js";

/** Where whole objects of several places are params, a path means the member at each of them. */
function secretPaths(secrets: readonly string[], counted: readonly Counted[]): readonly string[] {
  const wholes = new Set(counted.flatMap(({ name, place }) => (name === undefined ? [place] : [])));
  return wholes.size > 1
    ? secrets.flatMap((path) => [path, ...[...wholes].map((place) => `${place}.${path}`)])
    : secrets;
}

/** The engine's tool of a guarded method. What runs comes with each call; the definition only names and classifies it. */
export function guardedTool(
  { counted, guarded, toolName }: DiscoveredMethod,
  find: FindProvider,
  store: Store,
): Tier2Tool {
  const {
    preview: _preview,
    tool: _tool,
    instance: _instance,
    reconcile,
    secrets,
    transaction,
    ...classification
  } = guarded.options;
  return defineTier2Tool({
    ...classification,
    name: toolName,
    ...(secrets !== undefined && { secrets: secretPaths(secrets, counted) }),
    ...(transaction === true && { transaction: store }),
    preview: (_params: unknown, ctx: { source: unknown }) => (ctx.source as GuardedCall).preview(ctx as never),
    execute: (_params: unknown, ctx: { source: unknown }) => (ctx.source as GuardedCall).execute(ctx as never),
    ...(reconcile !== undefined && {
      reconcile: async (params: unknown, ctx: never) => (await find(reconcile)).reconcile(params, ctx),
    }),
  } as never);
}
