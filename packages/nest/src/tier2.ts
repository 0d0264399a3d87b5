import { UseInterceptors } from "@nestjs/common";
import { noteDecorated } from "./decorated.js";
import { type GuardedMethod, guardedMethodOf, type PreviewProvider } from "./guarded-method.js";
import { pipelineInterceptor } from "./pipeline-interceptor.js";
import type { Previewed } from "./previewed.js";
import { type Method, replacementOf } from "./replace-method.js";
import { setupError } from "./setup-error.js";
import type { Tier2MethodOptions } from "./tier2-options.js";

export interface Tier2DecoratorOptions<PreviewName extends string> extends Tier2MethodOptions<PreviewName> {}

/** What `@Tier2()` is, for decorators of your own that are made of it. */
export type MethodGuard<Preview extends string | PreviewProvider> = <
  Class extends object,
  Key extends string | symbol,
  Method,
>(
  target: Class & Previewed<Preview, Class, Key, Method>,
  key: Key,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/**
 * Guards a route of a controller, or a tool of mcp-nest: the first request answers the preview and runs nothing, the
 * second, with the preview's confirm token, runs the method once, and retries get the recorded answer.
 *
 * Guards, interceptors and pipes run before, on each request. The arguments under `@Body()`, `@Query()` and `@Param()`
 * are the params that are confirmed; others only with `@Tier2Param("name")`. The preview gets all arguments.
 *
 * @throws Tier2Error `invalid_setup`: here for what cannot be guarded, at start-up for a preview that is not there, and
 * for a method that no request reaches
 */
export function Tier2<Preview extends string | PreviewProvider>(
  options: Tier2MethodOptions<Preview>,
): MethodGuard<Preview> {
  return (target: object, key: string | symbol, descriptor: PropertyDescriptor): void => {
    const about = `${target.constructor.name}.${String(key)}`;
    const method: unknown = descriptor?.value;
    if (typeof target === "function" || typeof method !== "function" || typeof key !== "string") {
      throw setupError(about, "@Tier2() guards methods of instances that have a name, and this is none.");
    }
    if (guardedMethodOf(method) !== undefined) throw setupError(about, "it is under @Tier2() twice.");
    if (options?.preview === undefined)
      throw setupError(about, "it has no preview: name a method of its class, or a provider.");
    const guarded: GuardedMethod = Object.freeze({ key, options: Object.freeze({ ...options }) });
    descriptor.value = replacementOf(target.constructor.name, guarded, method as Method);
    noteDecorated(target, guarded);
    UseInterceptors(pipelineInterceptor(options.instance))(target, key, descriptor);
  };
}
