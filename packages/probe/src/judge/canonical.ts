/** JSON with the keys of every object in order, so that equal schemas are equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
