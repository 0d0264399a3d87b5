import type {
  Level,
  Preview,
  PreviewContext,
  ReconcileContext,
  Reconciled,
  Refused,
  Resolvers,
  Tier,
  Tier2ToolDefinition,
} from "@holdpoint/tier2-core";

type Awaitable<T> = T | Promise<T>;
// biome-ignore lint/suspicious/noExplicitAny: the members taken from it do not depend on its type arguments
type Definition = Tier2ToolDefinition<any, any, string>;

/** A definition without execute: the tool's own handler executes. */
export interface Guard<Params>
  extends Pick<
    Definition,
    "category" | "mutates" | "discloses" | "destructive" | "secrets" | "resultSecrets" | "duplicates" | "retype"
  > {
  tier?: Tier | ((params: Params) => Tier);
  level?: Level | ((params: Params) => Level);
  /** What arguments that depend on the moment mean: the tool's handler gets them absolute. */
  resolve?: Resolvers<Params>;
  preview(params: Params, ctx: PreviewContext): Awaitable<Preview | Refused>;
  /** Gets the params without the secret ones. */
  reconcile?(params: Partial<Params>, ctx: ReconcileContext<unknown>): Awaitable<Reconciled>;
}
