import { type ExecutionContext, Scope, type Type } from "@nestjs/common";
import { ContextIdFactory, type ModuleRef } from "@nestjs/core";
import { setupError } from "./setup-error.js";

/** A provider, for this request where it is scoped to one. */
export type FindProvider = <T>(type: Type<T>, context?: ExecutionContext) => Promise<T>;

export const findProvider =
  (moduleRef: ModuleRef): FindProvider =>
  async (type, context) => {
    const { scope } = moduleRef.introspect(type);
    if (scope === Scope.DEFAULT) return moduleRef.get(type, { strict: false });
    const request: object = requestOf(context);
    const contextId = ContextIdFactory.getByRequest(request as Record<never, unknown>);
    moduleRef.registerRequestByContextId(request, contextId);
    return moduleRef.resolve(type, contextId, { strict: false });
  };

/** The one that Nest made the controller for, so that both share their request-scoped providers. */
const requestOf = (context: ExecutionContext | undefined): object =>
  context?.getType() === "http" ? context.switchToHttp().getRequest() : { context };

/** @throws Tier2Error `invalid_setup` at start-up if the app has no such provider, or one without the method */
export function demandProvider(
  moduleRef: ModuleRef,
  about: string,
  type: Type,
  method: string,
  perRequest: boolean,
): void {
  const name = type.name;
  let scope: Scope;
  try {
    scope = moduleRef.introspect(type).scope;
  } catch (cause) {
    throw setupError(about, `${name} is no provider of this app: list it in a module.`, cause);
  }
  if (scope !== Scope.DEFAULT && !perRequest) {
    throw setupError(about, `${name} settles operations without a request, so it cannot be scoped to one.`);
  }
  const instance: object = scope === Scope.DEFAULT ? moduleRef.get(type, { strict: false }) : type.prototype;
  if (typeof (instance as Record<string, unknown>)[method] !== "function") {
    throw setupError(about, `${name} has no method ${method}.`);
  }
}
