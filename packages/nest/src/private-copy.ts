import { isPlainTag } from "./plain-value.js";

/**
 * A deep copy that keeps classes, so that whoever changes the request's own objects does not change what was
 * confirmed. A value object (one with `toJSON`, or without members of its own) may have private fields that no copy
 * would have, and is handed on as it is.
 */
export function privateCopy<T>(value: T, depth = 0): T {
  if (typeof value !== "object" || value === null || depth > 200) return value;
  if (Array.isArray(value)) return value.map((element: unknown) => privateCopy(element, depth + 1)) as T;
  if (value instanceof Date) return new Date(value) as T;
  const isValueObject = typeof (value as { toJSON?: unknown }).toJSON === "function" || Object.keys(value).length === 0;
  if (isValueObject || !isPlainTag(value)) return value;
  const copy: object = Object.create(Object.getPrototypeOf(value));
  for (const [name, inner] of Object.entries(value)) {
    Object.defineProperty(copy, name, {
      value: privateCopy(inner, depth + 1),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy as T;
}
