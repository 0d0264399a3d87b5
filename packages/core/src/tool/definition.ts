import type { Classification } from "../classification/classification.js";
import type { Retype } from "../elicitation/retype.js";
import type { Requester } from "../requester.js";
import type { Level, Tier } from "../tier.js";
import type { TransactionalStore } from "../transactional-store.js";
import type { Done, Preview, Reconciled, Refused, Verbatim } from "./outcome.js";
import type { AnySchema, ParamsOf } from "./standard-schema.js";

export type Awaitable<T> = T | Promise<T>;

/** Every member name, over all members of a union. */
export type KeysOf<T> = T extends unknown ? keyof T & string : never;

/** What storage gives back of a value (a Date comes back as text). */
export type Stored<T> = T extends { toJSON(): infer Json }
  ? Json
  : T extends object
    ? { [Key in keyof T]: Stored<T[Key]> }
    : T;

/** The preview of the first call, as `execute` and `reconcile` see it. */
export type StoredPreview<Result> = Stored<Extract<Result, Preview>["preview"]>;

/** Params without the secret ones, which are not there when an operation is settled later. */
export type WithoutSecrets<Params, Secret> = Params extends unknown ? Omit<Params, Secret & keyof Params> : never;

type MemberOf<Params, Name extends string> = Params extends unknown
  ? Name extends keyof Params
    ? Params[Name]
    : undefined
  : never;

/** Pure functions of one member each and of the moment of the first call, in epoch milliseconds of the wall clock. */
export type Resolvers<Params> = {
  readonly [Name in KeysOf<Params>]?: (
    given: MemberOf<Params, Name>,
    at: { readonly nowMs: number },
  ) => MemberOf<Params, Name> | Refused;
};

type UnknownMember<Result> = Exclude<KeysOf<Result>, keyof Preview | "refused">;

/** Turns a misspelt member of a preview into a compile error. Beside the definition, since inside it would spoil its inference. */
export type NoUnknownMember<Result> = [UnknownMember<Result>] extends [never]
  ? unknown
  : { preview: { unknownMember: UnknownMember<Result> } };

export interface HookContext {
  requester: Requester;
  server: string;
  tool: string;
  /** The adapter's request, if there is one. */
  source: unknown;
  /** Aborts on a lost lease or on shutdown, never because the client went away. */
  signal: AbortSignal;
}

export interface PreviewContext<Tx = unknown> extends HookContext {
  /** True when run again inside the claim, to see whether the state is still the one that was shown. */
  recheck: boolean;
  /** The tool's transaction when run again; the first call has none. */
  tx?: Tx | undefined;
}

export interface ExecuteContext<Seen, Tx = undefined> extends HookContext {
  /** The idempotency key for whatever the handler calls downstream. */
  operationId: string;
  preview: Seen;
  /** With `transaction`: the one client that the handler may use. */
  tx: Tx;
  /** Who allowed this, where somebody had to. */
  approval?: { readonly id: string; readonly approvers: readonly string[] };
}

export interface ReconcileContext<Seen> extends HookContext {
  operationId: string;
  preview: Seen;
  /** Wall clock of the process that claimed, in epoch milliseconds: for people and queries, not for decisions. */
  claimedAtMs: number;
}

/** Write `preview` above `execute`: its result types `ctx.preview`. */
export interface Tier2ToolDefinition<
  Schema extends AnySchema,
  Result extends Preview | Refused,
  Secret extends string,
  Tx = undefined,
> extends Classification {
  name: string;
  title?: string;
  description?: string;
  input?: Schema;
  tier?: Tier | ((params: ParamsOf<Schema>) => Tier);
  level?: Level | ((params: ParamsOf<Schema>) => Level);
  /**
   * At L2: what the client's user has to type, exactly, before a confirm call counts. A fact of the preview's material, or
   * an argument that is a text or a number. Default: the material's `target`, or where it has none its `amount`.
   */
  retype?: Retype;
  /**
   * Paths of params that are never stored, shown, logged or put into events. What the JSON Schema of `input` marks
   * `writeOnly: true` belongs to them too, where the schema's library offers one. Neither is there when an operation is
   * reconciled. A path that the schema rules out is refused at start-up; a schema that moves or copies a secret away from
   * its path, at the call.
   */
  secrets?: readonly Secret[];
  /**
   * What an argument that depends on the moment ("tomorrow", "in 5 minutes") means now, member by member; also called
   * where it is absent. Called at the first call; what it answers is shown as `resolved`, and is what preview and handler
   * get, however late the confirm call repeats the same words. It answers what needs no clock to be understood, e.g. RFC
   * 3339 text. `refuse` ends the call as `invalid_params`, a throw as `invalid_setup`.
   */
  resolve?: Resolvers<ParamsOf<Schema>>;
  /**
   * Paths in the result that stand in the first answer only, such as a download link, and replay as `[withheld]`; never
   * stored. They lead from `details`, or in a tool's own result from its root, its `structuredContent` or its JSON texts.
   * An answer in which one of them leads nowhere is withheld as a whole; a refusal is not, nor what is thrown. An answer that got lost cannot be had again: ask the tool for a new one.
   */
  resultSecrets?: readonly string[];
  /**
   * `refuse` (default): the same params (secret ones apart) of the same requester run again within the window only if the
   * confirm call acknowledges the earlier operation. `allow`: repeating it is harmless or meant.
   */
  duplicates?: "refuse" | "allow";
  /**
   * The engine's store, or one on the same tables: everything that a confirm call does happens in one transaction of its
   * client, exactly once. The handler uses `ctx.tx` and nothing else; what it throws rolls everything back, and the token
   * can be used again. So it may start more than once.
   */
  transaction?: TransactionalStore<Tx>;
  preview(params: ParamsOf<Schema>, ctx: PreviewContext<Tx>): Awaitable<Result>;
  execute(
    params: ParamsOf<Schema>,
    ctx: ExecuteContext<StoredPreview<Result>, Tx>,
  ): Awaitable<Done | Refused | Verbatim>;
  reconcile?(
    params: WithoutSecrets<ParamsOf<Schema>, Secret>,
    ctx: ReconcileContext<StoredPreview<Result>>,
  ): Awaitable<Reconciled>;
}

declare const inputType: unique symbol;

/** An opaque handle: what `tier2.call` and the adapters take. */
export interface Tier2Tool<Schema extends AnySchema = AnySchema> {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly input?: Schema;
  readonly [inputType]?: Schema;
}
