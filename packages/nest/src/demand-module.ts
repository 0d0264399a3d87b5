import { Scope, type Type } from "@nestjs/common";
import type { ModuleRef, ModulesContainer } from "@nestjs/core";
import { decoratedMethods } from "./decorated.js";
import { setupError } from "./setup-error.js";
import type { Tier2Runtime } from "./tier2-runtime.js";
import { moduleCalled, runtimeToken } from "./tokens.js";

/**
 * Looked for rather than injected: Nest's own message names a class that nobody wrote, and an optional dependency would
 * also hide what is wrong with the module's options.
 *
 * @throws Tier2Error `invalid_setup`, at start-up, for a guarded method of an instance of the module that the app has not
 */
export function demandModule(modules: ModulesContainer, instance: string | undefined): void {
  const token = runtimeToken(instance);
  if ([...modules.values()].some(({ providers }) => providers.has(token))) return;
  const about = guardedIn(modules, instance);
  throw setupError(
    about,
    instance === undefined
      ? `it is under @Tier2(), and the app has no Tier2Module to guard it. Import ${moduleCalled(undefined)}, with its \`store\`, \`server\` and \`requester\`, in the root module; in a test, in the testing module. If its only one has a \`name\`, say so: @Tier2({ instance }).`
      : `its @Tier2({ instance: "${instance}" }) names no Tier2Module of the app. Import ${moduleCalled(instance)}, with its \`store\`, \`server\` and \`requester\`, or correct the name.`,
  );
}

/** Which method asks for the module: the first that there is. */
function guardedIn(modules: ModulesContainer, instance: string | undefined): string {
  for (const { controllers, providers } of modules.values()) {
    for (const { metatype } of [...controllers.values(), ...providers.values()]) {
      const { name, prototype } = (metatype ?? {}) as Partial<Type>;
      if (prototype === undefined) continue;
      const found = decoratedMethods(prototype).find(({ options }) => options.instance === instance);
      if (found !== undefined) return `${name}.${found.key}`;
    }
  }
  return "@Tier2()";
}

/** @throws Tier2Error `invalid_setup` for options of a request: each would have an engine of its own, and know no token */
export function runtimeOf(moduleRef: ModuleRef, instance: string | undefined): Tier2Runtime {
  const token = runtimeToken(instance);
  if (moduleRef.introspect(token).scope !== Scope.DEFAULT) {
    throw setupError(
      moduleCalled(instance),
      "its options hang on a provider that is scoped to requests, so each request would have an engine of its own. Inject what lives as long as the app; `requester` gets the context of each request.",
    );
  }
  return moduleRef.get(token, { strict: false });
}
