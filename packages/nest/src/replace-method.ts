import { pipelineCall, tier2Operation } from "./call-scope.js";
import { copyMetadata } from "./copy-metadata.js";
import { type GuardedMethod, markGuarded } from "./guarded-method.js";
import { setupError } from "./setup-error.js";

export type Method = (this: object, ...args: unknown[]) => unknown;

/**
 * The function that takes the place of a guarded method. At this place it sees the arguments behind guards and pipes,
 * whatever the order of decorators; an interceptor would see them before the pipes.
 *
 * Called by code rather than by a request it refuses, unless an operation that was confirmed is running: then it is
 * the method that it was.
 */
export function replacementOf(className: string, guarded: GuardedMethod, method: Method): Method {
  const replacement: Method = function (...args) {
    const call = pipelineCall();
    if (call?.guarded === guarded) return call.runtime.run(call, { self: this, method, args });
    if (tier2Operation() !== undefined) return method.apply(this, args);
    throw setupError(
      `${className}.${guarded.key}`,
      "it is guarded by @Tier2() and was called without a request. Call it as the route or tool that it is, or move what it does into a service.",
    );
  };
  Object.defineProperty(replacement, "name", { value: guarded.key, configurable: true });
  Object.defineProperty(replacement, "length", { value: method.length, configurable: true });
  copyMetadata(method, replacement);
  markGuarded(replacement, guarded);
  return replacement;
}
