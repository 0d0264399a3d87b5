import type { Parts } from "./parts.js";

/** The abort signal of one call. */
export interface CallSignal {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** From now on shutdown no longer aborts it. */
  release(): void;
}

/**
 * A signal of its own for each call, which shutdown aborts too. One signal for all would collect the listeners of
 * every handler that ever ran.
 */
export function callSignal({ platform, shutdown, atShutdown }: Parts): CallSignal {
  const controller = platform.abortController();
  const abort = (reason: unknown) => controller.abort(reason);
  if (shutdown.aborted) abort(shutdown.reason);
  else atShutdown.add(abort);
  return { signal: controller.signal, abort, release: () => atShutdown.delete(abort) };
}
