import { isPlainTag } from "./plain-value.js";

/**
 * The class of the first value whose state no JSON tells, such as one that keeps all of it in `#private` fields: two of
 * them would be one params, and a token of one would confirm the other. An instance that was made of nothing, such as a
 * DTO of an empty body, has no state to tell.
 *
 * @param sent what was sent for it, before any pipe
 */
export function opaqueClassIn(value: unknown, sent: unknown, depth = 0): string | undefined {
  if (typeof value !== "object" || value === null || depth > 200) return undefined;
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") return undefined;
  if (!Array.isArray(value) && !isPlainTag(value)) return undefined; // core refuses it by name
  const members = Object.entries(value);
  if (members.length === 0 && isInstance(value) && !isEmpty(sent)) return classNameOf(value);
  for (const [name, inner] of members) {
    const opaque = opaqueClassIn(inner, memberOf(sent, name), depth + 1);
    if (opaque !== undefined) return opaque;
  }
  return undefined;
}

/** Whether a class made it. A plain object of another realm, or one of a query parser, has one prototype without any. */
function isInstance(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value);
  return !Array.isArray(value) && prototype !== null && Object.getPrototypeOf(prototype) !== null;
}

const isEmpty = (sent: unknown): boolean =>
  typeof sent === "object" && sent !== null && !isInstance(sent) && Object.keys(sent).length === 0;

const memberOf = (sent: unknown, name: string): unknown =>
  typeof sent === "object" && sent !== null && Object.hasOwn(sent, name)
    ? (sent as Record<string, unknown>)[name]
    : undefined;

const classNameOf = (value: object): string => value.constructor?.name || "a class without a name";
