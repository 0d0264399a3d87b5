import fc from "fast-check";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Names that mean something to JavaScript or to the protocol, look like indexes, or look alike to people. */
const treacherousKeys = [
  ...["__proto__", "constructor", "prototype", "toJSON", "valueOf", "length", "then", "hasOwnProperty"],
  ...["0", "1", "01", "10", "9", "-1", "1.5", "", " ", "a", "A", "a.b", "a\u0000", "\u2028", "\ufeff"],
  ...["\u00e9", "e\u0301", "\ufb33", "\u{1f600}", "\ufffd", "\u202e", "\u200b", "\u0430"],
];
const treacherousTexts = [...treacherousKeys, "null", "true", "{}", "[]", '"', "\\", "\n", "\u007f", "1e400"];

const text = fc.oneof(fc.string({ unit: "binary", maxLength: 8 }), fc.constantFrom(...treacherousTexts));
const key = fc.oneof(fc.constantFrom(...treacherousKeys), fc.string({ unit: "binary", maxLength: 4 }));
const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -3, max: 12 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Number.isInteger(n) || Number.isSafeInteger(n)),
  fc.constantFrom(0, -0, 0.1, 1e-7, 5e-324, 2 ** 52 + 0.5, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
);

/** Whatever JSON-RPC can carry and params may be, built as JSON.parse builds it: `__proto__` is a member like others. */
export const json = fc.letrec<{ any: Json; object: JsonObject; array: Json[] }>((tie) => ({
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
