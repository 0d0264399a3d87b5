import type { Counted } from "./counted-arguments.js";
import { isMembers } from "./members.js";
import { plainValue } from "./plain-value.js";

export interface ReadParams {
  readonly params?: object;
  readonly malformed?: string;
}

/** The params of a call: the arguments that count, as plain values under their names. */
export function paramsOfArguments(counted: readonly Counted[], args: readonly unknown[]): ReadParams {
  const params = new Map<string, unknown>();
  for (const { index, name, place } of counted) {
    for (const [key, value] of namedValues(plainValue(args[index]), name, place)) {
      if (value === undefined) continue;
      // `@Body()` and `@Body("id")` together are the same member twice; two different values are not.
      if (params.has(key) && JSON.stringify(params.get(key)) !== JSON.stringify(value)) {
        return { malformed: `${JSON.stringify(key)} has two values; send it once` };
      }
      params.set(key, value);
    }
  }
  return { params: Object.fromEntries(params) };
}

function namedValues(value: unknown, name: string | undefined, place: string): [string, unknown][] {
  if (name !== undefined) return [[name, value]];
  return isMembers(value) ? Object.entries(value) : [[place, value]];
}
