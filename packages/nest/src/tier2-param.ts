import "reflect-metadata";
import { setupError } from "./setup-error.js";

const metadataKey = Symbol.for("holdpoint.params");

type Names = Readonly<Record<number, string>>;

/**
 * Makes an argument one of the params that are confirmed, under this name. Needed where it is none by itself, as under
 * `@Headers()` or a decorator of your own, and to name a body that is no object.
 */
export const Tier2Param =
  (name: string): ParameterDecorator =>
  (target, key, index) => {
    if (key === undefined) throw setupError(String(target), "@Tier2Param() stands on an argument of a constructor.");
    if (typeof name !== "string" || name === "") throw setupError(String(key), "@Tier2Param() needs a name.");
    Reflect.defineMetadata(
      metadataKey,
      { ...paramNamesOf(target.constructor, key), [index]: name },
      target.constructor,
      key,
    );
  };

/** Index of the argument to its name. */
export const paramNamesOf = (controller: object, key: string | symbol): Names =>
  Reflect.getMetadata(metadataKey, controller, key) ?? {};
