import "reflect-metadata";
import { setupError } from "./setup-error.js";

const metadataKey = Symbol.for("holdpoint.unguarded");

/**
 * Your written decision that a route runs at once, although it overrides a method under `@Tier2()`: without it such an
 * override stops the start-up. It says so of this method only, not of what overrides it in turn, and not of tools of
 * mcp-nest, whose overrides are always guarded.
 */
export const Tier2Unguarded =
  (): MethodDecorator =>
  (target, key): void => {
    if (typeof target === "function")
      throw setupError(`${target.name}.${String(key)}`, "@Tier2Unguarded() stands on methods of instances.");
    Reflect.defineMetadata(metadataKey, true, target, key);
  };

/** Did the class that a method is taken from decide that? */
export const isUnguarded = (owner: object, key: string): boolean => Reflect.hasOwnMetadata(metadataKey, owner, key);
