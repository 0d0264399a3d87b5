/** Deeper values are no entries, and would overflow the stack of whoever reads them. */
const maxDepth = 256;

/**
 * The one text of a JSON value: members in the order of their names' UTF-16 units, no space between (RFC 8785). For values
 * that came out of `JSON.parse`, or could have: entries are longer than `canonicalJson` of core allows arguments to be.
 *
 * @throws RangeError for a value nested deeper than 256 levels.
 */
export function canonicalText(value: unknown, depth = 0): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (depth >= maxDepth) throw new RangeError(`nested deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) return `[${value.map((element) => canonicalText(element, depth + 1)).join(",")}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText((value as Record<string, unknown>)[name], depth + 1)}`);
  return `{${members.join(",")}}`;
}
