import type { Json } from "./json.js";
import { meaningOf } from "./meaning.js";

/** How many values stand in a value, itself among them. */
function placesIn(value: Json): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + placesIn(inner), 1);
}

/** A copy with another value at one place; `at` counts round. What is put there need not be JSON. */
export function withAt(value: Json, at: number, edit: (there: Json) => unknown): unknown {
  let left = at % placesIn(value);
  const copy = (there: Json): unknown => {
    if (left === 0) {
      left = -1;
      return edit(there);
    }
    left -= 1;
    if (typeof there !== "object" || there === null) return there;
    if (Array.isArray(there)) return there.map(copy);
    return Object.fromEntries(Object.entries(there).map(([key, inner]) => [key, copy(inner)]));
  };
  return copy(value);
}

/** The value with one edit at the first place, from `at` on, where it changes anything; or as it is, if it never does. */
export function changedFrom(value: Json, at: number, edit: (there: Json) => Json): Json {
  const meaning = meaningOf(value);
  for (let more = 0; more < placesIn(value); more += 1) {
    const changed = withAt(value, at + more, edit) as Json;
    if (meaningOf(changed) !== meaning) return changed;
  }
  return value;
}
