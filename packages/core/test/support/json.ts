import fc from "fast-check";
import type { Json } from "../../src/params/plain-json.js";

/** Members whose names mean something to JavaScript, look like indexes, or look alike to people. */
const treacherousKeys = [
  ...["__proto__", "constructor", "prototype", "toJSON", "valueOf", "length", "hasOwnProperty", "then"],
  ...["0", "1", "01", "10", "9", "-1", "1.5", "", " ", "a", "A", "a.b", "a\u0000", "\u2028"],
  ...["\u00e9", "e\u0301", "\ufb33", "\u{1f600}", "\ufffd"],
];
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom(...treacherousKeys, "null", "true", "1", "{}", "[]", '"', "\\", "\n", "\u007f"),
);
const key = fc.oneof(fc.constantFrom(...treacherousKeys), fc.string({ unit: "binary", maxLength: 4 }));
const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -3, max: 12 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Number.isInteger(n) || Number.isSafeInteger(n)),
  fc.constantFrom(0, -0, 1.0, 0.1, 1e-7, 5e-324, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
);

/** Whatever JSON-RPC can carry and params may be, built as JSON.parse builds it: `__proto__` is a member like others. */
export const json = fc.letrec<{ any: Json; object: { [key: string]: Json }; array: Json[] }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    number,
    text,
    tie("array"),
    tie("object"),
  ),
  array: fc.array(tie("any"), { maxLength: 5 }),
  object: fc
    .uniqueArray(fc.tuple(key, tie("any")), { maxLength: 6, selector: ([name]) => name })
    .map((entries) => Object.fromEntries(entries)),
}));

/** The same value with the members of every object in another order. */
export function shuffled(value: Json, order: number): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => shuffled(element, order));
  const entries = Object.entries(value).map(([name, inner]) => [name, shuffled(inner, order)] as const);
  const from = entries.length === 0 ? 0 : order % entries.length;
  return Object.fromEntries([...entries.slice(from), ...entries.slice(0, from).reverse()]);
}

export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner);
    Object.freeze(value);
  }
  return value;
}
