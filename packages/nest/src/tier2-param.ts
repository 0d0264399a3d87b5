import "reflect-metadata";
import { setupError } from "./setup-error.js";

const metadataKey = Symbol.for("holdpoint.params");

type Names = Readonly<Record<number, string | false>>;

/**
 * Makes an argument one of the params that are confirmed, under this name. Needed where it is none by itself, as under
 * `@Headers()` or a decorator of your own, and to name a body that is no object.
 *
 * `false` is your written decision that it is none: it may be another at the confirmation than at the preview.
 */
export const Tier2Param =
  (name: string | false): ParameterDecorator =>
  (target, key, index) => {
    if (key === undefined) throw setupError(String(target), "@Tier2Param() stands on an argument of a constructor.");
    if (name !== false && (typeof name !== "string" || name === ""))
      throw setupError(String(key), "@Tier2Param() needs a name.");
    Reflect.defineMetadata(
      metadataKey,
      { ...paramNamesOf(target.constructor, key), [index]: name },
      target.constructor,
      key,
    );
  };

/** Index of the argument to its name; false for one that is no param. */
export const paramNamesOf = (controller: object, key: string | symbol): Names =>
  Reflect.getMetadata(metadataKey, controller, key) ?? {};
