import { AsyncLocalStorage } from "node:async_hooks";
import type { ExecuteContext } from "@holdpoint/tier2-core";
import type { ExecutionContext } from "@nestjs/common";
import type { GuardedMethod } from "./guarded-method.js";
import type { ProtocolKeys } from "./protocol-keys.js";
import type { Tier2Runtime } from "./tier2-runtime.js";

/** A request on its way through the pipeline to the guarded method. */
export interface PipelineCall {
  readonly runtime: Tier2Runtime;
  readonly guarded: GuardedMethod;
  readonly context: ExecutionContext;
  readonly keys: ProtocolKeys;
}

/** What a guarded method may know of the operation it runs in. */
export type Tier2Operation = Pick<ExecuteContext<unknown>, "operationId" | "preview" | "requester" | "signal" | "tool">;

interface Scope {
  readonly pipeline?: PipelineCall;
  readonly operation?: Tier2Operation;
}

const scopes = new AsyncLocalStorage<Scope>();
const ended = new WeakSet<Tier2Operation>();

export const withinPipeline = <T>(pipeline: PipelineCall, run: () => T): T => scopes.run({ pipeline }, run);

export const pipelineCall = (): PipelineCall | undefined => scopes.getStore()?.pipeline;

/** Guarded methods that are called meanwhile by code are no calls of their own: this stands for previews. */
export const outsidePipeline = <T>(run: () => T): T => scopes.run({}, run);

/** Runs the guarded method itself. What it leaves running in the background is outside of the operation once it ended. */
export async function withinOperation<T>(operation: Tier2Operation, run: () => T): Promise<Awaited<T>> {
  try {
    return await scopes.run({ operation }, run);
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
