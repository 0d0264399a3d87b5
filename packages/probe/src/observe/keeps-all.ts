/**
 * Whether `larger` holds all units of `smaller`, in the same order. A unit that is JSON may have grown where it is a list; an
 * object with another member is another object, because `"disabled": true` takes something away.
 */
export function keepsAll(smaller: readonly string[], larger: readonly string[]): boolean {
  let next = 0;
  for (const unit of larger) {
    const wanted = smaller[next];
    if (wanted !== undefined && (unit === wanted || grew(parsed(wanted), parsed(unit)))) next += 1;
  }
  return next === smaller.length;
}

function parsed(unit: string): unknown {
  if (!/^\s*[[{]/.test(unit)) return undefined;
  try {
    return JSON.parse(unit);
  } catch {
    return undefined;
  }
}

function grew(before: unknown, after: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(after)) {
    let next = 0;
    for (const item of after) if (next < before.length && grew(before[next], item)) next += 1;
    return next === before.length;
  }
  if (typeof before !== "object" || before === null || typeof after !== "object" || after === null) {
    return before !== undefined && before === after;
  }
  if (Array.isArray(before) || Array.isArray(after)) return false;
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = Object.keys(was);
  return (
    names.length === Object.keys(is).length &&
    names.every((name) => Object.hasOwn(is, name) && grew(was[name], is[name]))
  );
}
