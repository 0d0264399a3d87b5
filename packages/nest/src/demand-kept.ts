import "reflect-metadata";
import { decoratedAbove, decoratedHere } from "./decorated.js";
import { guardedMethodOf } from "./guarded-method.js";
import { mcpTool, otherHandlers, routePath } from "./nest-metadata.js";
import { ownerOf } from "./owner-of.js";
import { setupError } from "./setup-error.js";
import { isUnguarded } from "./tier2-unguarded.js";

/**
 * @throws Tier2Error `invalid_setup`, at start-up, for a method of this instance of the module that is under `@Tier2()`
 * and would be called some other way than as a route or a tool, and for a route or a tool without it that overrides one
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
  const owner = ownerOf(prototype, key);
  const noted = decoratedHere(owner, key);
  const inherited = decoratedAbove(prototype, key);
  if (noted === undefined && inherited !== undefined && inherited.options.instance === instance) {
    demandGuardedOverride(about, method, isUnguarded(owner, key));
  }
  if (noted === undefined || noted.options.instance !== instance) return;
  if (isUnguarded(owner, key)) throw setupError(about, "it is under @Tier2() and @Tier2Unguarded(): which is it?");
  if (guardedMethodOf(method) !== noted) {
    throw setupError(about, "a decorator above @Tier2() put another function in its place: put @Tier2() above that.");
  }
  const other = otherHandlers.find((name) => Reflect.hasMetadata(name, method));
  if (other !== undefined)
    throw setupError(about, `@Tier2() guards routes and tools, and this is a ${other.slice(4)}.`);
}

/** Requests would reach the override as they reach what it overrides, and no two steps would stand before it. */
function demandGuardedOverride(about: string, method: object, isMeant: boolean): void {
  if (guardedMethodOf(method) !== undefined) return;
  const isTool = Reflect.hasMetadata(mcpTool, method);
  if (!isTool && (isMeant || !Reflect.hasMetadata(routePath, method))) return;
  throw setupError(
    about,
    `it is a ${isTool ? "tool" : "route"} without @Tier2() and overrides a method that is under it. Put @Tier2() on it too, ${
      isTool ? "or give it another method name" : "or @Tier2Unguarded() if it is to run at once"
    }.`,
  );
}
