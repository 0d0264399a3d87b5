import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  type OnModuleInit,
  type Type,
} from "@nestjs/common";
import { ModuleRef, ModulesContainer } from "@nestjs/core";
import { Observable } from "rxjs";
import { callContextOf } from "./call-context.js";
import { withinPipeline } from "./call-scope.js";
import { demandModule, runtimeOf } from "./demand-module.js";
import { guardedMethodOf } from "./guarded-method.js";
import { setupError } from "./setup-error.js";
import type { Tier2Runtime } from "./tier2-runtime.js";

const interceptors = new Map<string | undefined, Type<NestInterceptor>>();

/**
 * Tells a guarded method which request it answers. It decides nothing: it only carries the context across the pipes,
 * which hand nothing but arguments on. One class per instance of the module.
 */
export function pipelineInterceptor(instance: string | undefined): Type<NestInterceptor> {
  const known = interceptors.get(instance);
  if (known !== undefined) return known;

  @Injectable()
  class Tier2Interceptor implements NestInterceptor, OnModuleInit {
    readonly #moduleRef: ModuleRef;
    #runtime: Tier2Runtime | undefined;

    constructor(@Inject(ModuleRef) moduleRef: object, @Inject(ModulesContainer) modules: object) {
      demandModule(modules as ModulesContainer, instance);
      this.#moduleRef = moduleRef as ModuleRef;
    }

    onModuleInit(): void {
      this.#found();
    }

    intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
      const guarded = guardedMethodOf(context.getHandler());
      if (guarded === undefined) throw setupError(context.getHandler().name, "another decorator dropped its @Tier2().");
      const call = { runtime: this.#found(), guarded, ...callContextOf(context) };
      return new Observable((subscriber) => withinPipeline(call, () => next.handle().subscribe(subscriber)));
    }

    /** Asked for late: an MCP server may be started, and called, before the app's modules are initialised. */
    #found(): Tier2Runtime {
      this.#runtime ??= runtimeOf(this.#moduleRef, instance);
      return this.#runtime;
    }
  }
  interceptors.set(instance, Tier2Interceptor);
  return Tier2Interceptor;
}
