import type {
  Classification,
  Level,
  Platform,
  Preview,
  ReconcileContext,
  Reconciled,
  Refused,
  Requester,
  Tier,
  Tier2Options,
} from "@holdpoint/tier2-core";
import type { ExecutionContext, Type } from "@nestjs/common";
import type { McpGuard } from "./mcp/mcp-options.js";

export type Awaitable<T> = T | Promise<T>;
/** What a preview method answers. */
export type PreviewAnswer = Awaitable<Preview | Refused>;

export interface NestTier2Options extends Tier2Options {
  /**
   * Who calls, from what your guards or middleware verified. Undefined refuses the call; what it throws goes to the
   * exception filters. For a tool of mcp-nest `switchToHttp().getRequest()` is the HTTP request behind the call.
   */
  requester: (context: ExecutionContext) => Awaitable<Requester | undefined>;
  /** The MCP servers of `@rekog/mcp-nest` whose tools are guarded. */
  mcp?: McpGuard | readonly McpGuard[];
  /** The clock, randomness and digests. Default: Node's. */
  platform?: Platform;
}

/** Makes the options, as a provider of `forRootAsync({ useClass })` or `({ useExisting })`. */
export interface Tier2OptionsFactory {
  createTier2Options(): Awaitable<NestTier2Options>;
}

/** Settles what a dead process left open: a provider, since no request is behind it. */
export interface Tier2Reconciler {
  // biome-ignore lint/suspicious/noExplicitAny: params come back from the store as JSON; their type is the author's
  reconcile(params: any, ctx: ReconcileContext<any>): Awaitable<Reconciled>;
}

export interface Tier2MethodOptions<PreviewMethod> extends Classification {
  /** A method of the same class, or a provider with a method `preview`; it gets the arguments of the guarded method. */
  preview: PreviewMethod;
  /** The tool's name. Default: for a route `<class>.<method>`, for a tool of mcp-nest its own name. */
  tool?: string;
  tier?: Tier;
  level?: Level;
  /** Paths of params that are never stored, shown, logged or put into events. */
  secrets?: readonly string[];
  /** Paths in the result that stand in the first answer only and replay as `[withheld]`. */
  resultSecrets?: readonly string[];
  /** `allow`: the same operation again, previewed anew, needs no acknowledgement. */
  duplicates?: "refuse" | "allow";
  reconcile?: Type<Tier2Reconciler>;
  /**
   * The module's store is one that joins transactions, such as `postgresStore()`: token, method and answer are one
   * transaction, see `tier2Transaction()`.
   */
  transaction?: true;
  /** The `name` of the `Tier2Module` that guards it. */
  instance?: string;
}
