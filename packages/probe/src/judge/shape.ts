import type { Change } from "../observe/change.js";
import { effects } from "../observe/effect.js";

/** How much of a change is told by a number: so far apart are its before and after. Larger ones are times and addresses. */
const maxDelta = 1_000_000;
/** Numbers that a new record has from its first write on. */
const counts = /^(content|count|bytes|version|total|used|uses|attempts|balance|quantity|amount)$/;

/**
 * What happened, without the names of the records: so that the effects of one call on one state can be compared with those
 * of two calls on another.
 */
export function shapeOf(changes: readonly Change[]): ReadonlyMap<string, number> {
  const shape = new Map<string, number>();
  for (const change of changes) {
    if (effects[change.effect].repeated !== "breaks") continue;
    const key = [change.observer, change.effect, change.kind, ...deltas(change)].join(" ");
    shape.set(key, (shape.get(key) ?? 0) + 1);
  }
  return shape;
}

export const sameShape = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
  a.size === b.size && [...a].every(([key, number]) => b.get(key) === number);

const total = (shape: ReadonlyMap<string, number>) => [...shape.values()].reduce((sum, number) => sum + number, 0);

/** Whether nothing in `a` goes beyond `b`, and something is missing. */
export const isPartOf = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
  total(a) < total(b) && [...a].every(([key, number]) => number <= (b.get(key) ?? 0));

function deltas({ kind, before, after, fields }: Change): readonly string[] {
  const names = kind === "created" ? Object.keys(after ?? {}).filter((name) => counts.test(name)) : (fields ?? []);
  return names.flatMap((name) => {
    const [was, is] = [size(before?.[name] ?? 0), size(after?.[name])];
    if (was === undefined || is === undefined || Math.abs(is - was) > maxDelta) return [];
    return [`${name}${is >= was ? "+" : ""}${is - was}`];
  });
}

/** A whole number, also one that is written as text; of a list its length. */
function size(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  if (typeof value === "string" && !/^-?\d{1,9}$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isInteger(number) ? number : undefined;
}
