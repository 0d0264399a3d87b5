import "reflect-metadata";
import { type GuardedMethod, guardedMethodOf } from "./guarded-method.js";
import { mcpTool, otherHandlers } from "./nest-metadata.js";
import { setupError } from "./setup-error.js";

const metadataKey = Symbol.for("holdpoint.decorated");

/** Notes at the class which method was put under `@Tier2()`, where no other decorator can lose it. */
export const noteDecorated = (prototype: object, guarded: GuardedMethod): void =>
  Reflect.defineMetadata(metadataKey, guarded, prototype, guarded.key);

/**
 * @throws Tier2Error `invalid_setup`, at start-up, for a method of this instance of the module that is under `@Tier2()`
 * and would be called some other way than as a route or a tool
 */
export function demandKept(
  about: string,
  {
    prototype,
    key,
    method,
    instance,
  }: { prototype: object; key: string; method: object; instance: string | undefined },
): void {
  const noted: GuardedMethod | undefined = Reflect.getOwnMetadata(metadataKey, ownerOf(prototype, key), key);
  const inherited: GuardedMethod | undefined = Reflect.getMetadata(metadataKey, prototype, key);
  if (noted === undefined && inherited !== undefined && inherited.options.instance === instance) {
    demandGuardedOverride(about, method);
  }
  if (noted === undefined || noted.options.instance !== instance) return;
  if (guardedMethodOf(method) !== noted) {
    throw setupError(about, "a decorator above @Tier2() put another function in its place: put @Tier2() above that.");
  }
  const other = otherHandlers.find((name) => Reflect.hasMetadata(name, method));
  if (other !== undefined)
    throw setupError(about, `@Tier2() guards routes and tools, and this is a ${other.slice(4)}.`);
}

/** Under the tool's name an agent would call the override, and no two steps would stand before it. */
function demandGuardedOverride(about: string, method: object): void {
  if (guardedMethodOf(method) !== undefined || !Reflect.hasMetadata(mcpTool, method)) return;
  throw setupError(
    about,
    "it is a tool without @Tier2() and overrides a method that is under it. Put @Tier2() on it too, or give it another method name.",
  );
}

/** The prototype that a method is taken from: an override without `@Tier2()` is another method. */
function ownerOf(prototype: object, key: string): object {
  let owner: object | null = prototype;
  while (owner !== null && !Object.hasOwn(owner, key)) owner = Object.getPrototypeOf(owner);
  return owner ?? prototype;
}
