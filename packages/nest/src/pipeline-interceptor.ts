import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  type Type,
} from "@nestjs/common";
import { Observable } from "rxjs";
import { callContextOf } from "./call-context.js";
import { withinPipeline } from "./call-scope.js";
import { guardedMethodOf } from "./guarded-method.js";
import { setupError } from "./setup-error.js";
import type { Tier2Runtime } from "./tier2-runtime.js";
import { runtimeToken } from "./tokens.js";

const interceptors = new Map<string | undefined, Type<NestInterceptor>>();

/**
 * Tells a guarded method which request it answers. It decides nothing: it only carries the context across the pipes,
 * which hand nothing but arguments on. One class per instance of the module, so that a missing module is Nest's own
 * error at start-up.
 */
export function pipelineInterceptor(instance: string | undefined): Type<NestInterceptor> {
  const known = interceptors.get(instance);
  if (known !== undefined) return known;

  @Injectable()
  class Tier2Interceptor implements NestInterceptor {
    readonly #runtime: Tier2Runtime;

    constructor(@Inject(runtimeToken(instance)) runtime: object) {
      this.#runtime = runtime as Tier2Runtime;
    }

    intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
      const guarded = guardedMethodOf(context.getHandler());
      if (guarded === undefined) throw setupError(context.getHandler().name, "another decorator dropped its @Tier2().");
      const call = { runtime: this.#runtime, guarded, ...callContextOf(context) };
      return new Observable((subscriber) => withinPipeline(call, () => next.handle().subscribe(subscriber)));
    }
  }
  interceptors.set(instance, Tier2Interceptor);
  return Tier2Interceptor;
}
