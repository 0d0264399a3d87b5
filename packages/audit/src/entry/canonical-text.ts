/** Deeper values are no entries, and would overflow the stack of whoever reads them. */
export const maxDepth = 256;

/**
 * The one text of a JSON value: members in the order of their names' UTF-16 units, no space between (RFC 8785). For values
 * that came out of `JSON.parse`, or could have: entries are longer than `canonicalJson` of core allows arguments to be.
 *
 * @throws RangeError for a value nested deeper than 256 levels.
 */
export const canonicalText = (value: unknown): string =>
  // What was read from such a text is in order already, and then the engine's own writer does the same in a third of the time.
  isInOrder(value, 0) ? JSON.stringify(value) : written(value);

/** @throws RangeError for a value nested deeper than that. */
export function demandDepth(value: unknown, levels: number): void {
  if (typeof value !== "object" || value === null) return;
  if (levels === 0) throw new RangeError("nested deeper than an entry of an audit log can be");
  for (const inner of Object.values(value)) demandDepth(inner, levels - 1);
}

function isInOrder(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (depth >= maxDepth) throw new RangeError(`nested deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) {
    for (const element of value) if (!isInOrder(element, depth + 1)) return false;
    return true;
  }
  let before: string | undefined;
  for (const name of Object.keys(value)) {
    if (before !== undefined && name <= before) return false;
    before = name;
    if (!isInOrder((value as Record<string, unknown>)[name], depth + 1)) return false;
  }
  return true;
}

function written(value: unknown, depth = 0): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (depth >= maxDepth) throw new RangeError(`nested deeper than ${maxDepth} levels`);
  if (Array.isArray(value)) return `[${value.map((element) => written(element, depth + 1)).join(",")}]`;
  let text = "";
  for (const name of Object.keys(value).sort()) {
    const member = written((value as Record<string, unknown>)[name], depth + 1);
    text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${member}`;
  }
  return `{${text}}`;
}
