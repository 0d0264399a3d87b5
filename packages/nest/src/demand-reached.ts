import type { DiscoveryService } from "@nestjs/core";
import { decoratedMethods } from "./decorated.js";
import { setupError } from "./setup-error.js";

/**
 * Two steps stand before requests alone, and requests come to controllers alone. A provider's method under `@Tier2()`
 * would throw whenever its code calls it: what its author meant to guard, another method may well do meanwhile.
 *
 * A base class that is no provider itself may have such methods, and so may a controller that is listed among the
 * providers too; a provider that inherits one overrides it without `@Tier2()`.
 *
 * @throws Tier2Error `invalid_setup`, at start-up, for a method under `@Tier2()` of a class that is a mere provider
 */
export function demandReached(discovery: DiscoveryService, instance: string | undefined): void {
  const controllers = new Set<unknown>(discovery.getControllers().map(({ metatype }) => metatype));
  for (const wrapper of discovery.getProviders()) {
    const prototype = prototypeOf(wrapper);
    if (prototype === undefined || controllers.has(prototype.constructor)) continue;
    const found = decoratedMethods(prototype).find(({ options }) => options.instance === instance);
    if (found === undefined) continue;
    throw setupError(
      `${prototype.constructor.name}.${found.key}`,
      "@Tier2() guards routes, and tools of mcp-nest, and this is a method of a provider, to which no request comes. Put @Tier2() on the method of the controller that calls it; if this is a controller, list it in `controllers`.",
    );
  }
}

/** Of what was made, be it by a factory; of a provider that is scoped to requests, of its class. */
function prototypeOf({ instance, metatype }: { instance: unknown; metatype: unknown }): object | undefined {
  if (typeof instance === "object" && instance !== null) return Object.getPrototypeOf(instance) ?? undefined;
  return typeof metatype === "function" ? (metatype.prototype ?? undefined) : undefined;
}
