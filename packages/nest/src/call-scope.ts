import { AsyncLocalStorage } from "node:async_hooks";
import type { ExecuteContext } from "@holdpoint/tier2-core";
import type { ExecutionContext } from "@nestjs/common";
import type { Invocation } from "./guarded-call.js";
import type { GuardedMethod } from "./guarded-method.js";
import type { ProtocolKeys } from "./protocol-keys.js";

/** A request on its way through the pipeline to the guarded method. */
export interface PipelineCall {
  /** The instance of the module that guards it. */
  readonly runtime: { run(call: PipelineCall, invocation: Invocation): Promise<unknown> };
  readonly guarded: GuardedMethod;
  readonly context: ExecutionContext;
  readonly keys: ProtocolKeys;
}

/** What a guarded method may know of the operation it runs in. */
export type Tier2Operation = Pick<
  ExecuteContext<unknown>,
  "approval" | "operationId" | "preview" | "requester" | "signal" | "tool"
>;

interface Scope {
  readonly tx?: unknown;
  readonly pipeline?: PipelineCall;
  readonly operation?: Tier2Operation;
}

const scopes = new AsyncLocalStorage<Scope>();
const ended = new WeakSet<Tier2Operation>();

export const withinPipeline = <T>(pipeline: PipelineCall, run: () => T): T => scopes.run({ pipeline }, run);

export const pipelineCall = (): PipelineCall | undefined => scopes.getStore()?.pipeline;

/** Guarded methods that a preview calls are no calls of their own. */
export const withinPreview = <T>(tx: unknown, run: () => T): T => scopes.run({ tx }, run);

/** Runs the guarded method itself. What it leaves running in the background is outside of the operation once it ended. */
export async function withinOperation<T>(ctx: ExecuteContext<unknown>, run: () => T): Promise<Awaited<T>> {
  const { approval, operationId, preview, requester, signal, tool, tx } = ctx;
  const operation: Tier2Operation = { operationId, preview, requester, signal, tool, ...(approval && { approval }) };
  try {
    return await scopes.run({ operation, tx }, run);
  } finally {
    ended.add(operation);
  }
}

/**
 * The operation that is running: its `operationId` is the idempotency key for what the method calls downstream, its
 * `signal` aborts on a lost lease or on shutdown. Undefined outside of a guarded method.
 */
export function tier2Operation(): Tier2Operation | undefined {
  const operation = scopes.getStore()?.operation;
  return operation === undefined || ended.has(operation) ? undefined : operation;
}

/**
 * The transaction that a guarded method runs in, and its preview when it is run again: the one client that they may
 * use. Undefined without `@Tier2({ transaction: true })`, at the first request, and outside of both.
 */
export function tier2Transaction<Tx = unknown>(): Tx | undefined {
  const scope = scopes.getStore();
  const isOver = scope?.operation !== undefined && ended.has(scope.operation);
  return isOver ? undefined : (scope?.tx as Tx | undefined);
}
