/** Deeper than core takes: what lies below is left as it is, and core refuses the whole. */
const maxDepth = 200;

/**
 * What JSON keeps of a value: instances of classes, such as DTOs, become plain objects, a Date becomes text. What has
 * no JSON (a Map, a BigInt, a function) stays, for core to refuse it by name.
 */
export function plainValue(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((element) => plainValue(element, depth + 1));
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === "function") return plainValue(toJSON.call(value), depth + 1);
  if (!isPlainTag(value)) return value;
  const members = Object.entries(value).map(([name, inner]) => [name, plainValue(inner, depth + 1)]);
  return Object.fromEntries(members);
}

/** An object of a class that was written in JavaScript, or of none: nothing that the engine keeps apart, as in a Map. */
export const isPlainTag = (value: object): boolean => Object.prototype.toString.call(value) === "[object Object]";
