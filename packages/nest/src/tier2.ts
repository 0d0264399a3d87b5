import { UseInterceptors } from "@nestjs/common";
import { noteDecorated } from "./demand-kept.js";
import { type GuardedMethod, guardedMethodOf, type PreviewProvider } from "./guarded-method.js";
import { pipelineInterceptor } from "./pipeline-interceptor.js";
import { type Method, replacementOf } from "./replace-method.js";
import { setupError } from "./setup-error.js";
import type { PreviewAnswer, Tier2MethodOptions } from "./tier2-options.js";

export interface Tier2DecoratorOptions<PreviewName extends string> extends Tier2MethodOptions<PreviewName> {}

/** Turns a preview that cannot be called with the method's arguments into a compile error. It may take fewer. */
type Fits<Preview, Args extends unknown[]> = Preview extends (...args: Args) => PreviewAnswer
  ? unknown
  : { previewTakesOtherArguments: never };

/**
 * What lets `applyDecorators(Delete(), Tier2(…))` compile: that takes decorators of any method, which knows nothing of
 * the preview's arguments. As a decorator by itself nothing is called on this `this`, so only the typed form fits there.
 */
export interface OnlyComposed {
  readonly "@Tier2() in applyDecorators()": never;
}

type Composed = <Method>(
  this: OnlyComposed,
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/**
 * Guards a route of a controller, or a tool of mcp-nest: the first request answers the preview and runs nothing, the
 * second, with the preview's confirm token, runs the method once, and retries get the recorded answer.
 *
 * Guards, interceptors and pipes run before, on each request. The arguments under `@Body()`, `@Query()` and `@Param()`
 * are the params that are confirmed; others only with `@Tier2Param("name")`. The preview gets all arguments.
 *
 * @throws Tier2Error `invalid_setup`: here for what cannot be guarded, at start-up for a preview that is not there
 */
export function Tier2<PreviewName extends string>(
  options: Tier2DecoratorOptions<PreviewName>,
): Composed &
  (<Class extends { [Name in PreviewName]: (...args: Args) => PreviewAnswer }, Args extends unknown[], Result>(
    target: Class,
    key: string,
    descriptor: TypedPropertyDescriptor<(...args: Args) => Result>,
  ) => void);
export function Tier2<Provider extends PreviewProvider>(
  options: Tier2MethodOptions<Provider>,
): Composed &
  (<Args extends unknown[], Result>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<(...args: Args) => Result> & Fits<InstanceType<Provider>["preview"], Args>,
  ) => void);
export function Tier2(options: Tier2MethodOptions<string | PreviewProvider>) {
  return (target: object, key: string, descriptor: PropertyDescriptor): void => {
    const about = `${target.constructor.name}.${key}`;
    const method: unknown = descriptor?.value;
    if (typeof target === "function" || typeof method !== "function") {
      throw setupError(about, "@Tier2() guards methods of instances, and this is none.");
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
