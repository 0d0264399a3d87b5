/** A frozen copy of lists and plain objects, so that whoever changes them later changes no policy. All else as it is. */
export function privateCopy(value: unknown, levels = 6): unknown {
  if (levels === 0) return value;
  if (Array.isArray(value)) return Object.freeze(Array.from(value, (one) => privateCopy(one, levels - 1)));
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.freeze(Object.fromEntries(members.map(([name, member]) => [name, privateCopy(member, levels - 1)])));
}

/** Not an instance of a class: what stands in its prototype would not be read. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
