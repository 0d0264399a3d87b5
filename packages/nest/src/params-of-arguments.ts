import type { Counted } from "./counted-arguments.js";
import { isMembers, membersOf } from "./members.js";
import { opaqueClassIn } from "./opaque-value.js";
import { listName, type Place, type Sent } from "./place.js";
import { plainValue } from "./plain-value.js";

export interface ReadParams {
  readonly params?: object;
  readonly malformed?: string;
}

/**
 * The params of a call: the arguments that count, as plain values under their names. Different arguments make different
 * params, else a token of one call would confirm another:
 *
 * | whole objects | params |
 * | --- | --- |
 * | from one place | their members |
 * | from several | one param per place, such as `{ query: {…}, body: {…} }` |
 * | one that is no object, such as a list | one param `@Body()` |
 */
export function paramsOfArguments(counted: readonly Counted[], args: readonly unknown[], sent: Sent = {}): ReadParams {
  const params = new Map<string, unknown>();
  const wholes = new Set(counted.flatMap(({ name, place }) => (name === undefined ? [place] : [])));
  const owners = new Map(counted.flatMap(({ name, place }) => (name === undefined ? [] : [[name, place]])));
  for (const { index, name, place } of counted) {
    const opaque = opaqueClassIn(args[index], sentFor(sent, place, name));
    if (opaque !== undefined) {
      return {
        malformed: `nothing of ${name === undefined ? `the ${place}` : JSON.stringify(name)} can be confirmed, as its class ${opaque} tells no state of it: give the class a toJSON()`,
      };
    }
    const value = plainValue(args[index]);
    if (name === undefined && isMembers(value) && Object.hasOwn(value, listName[place] ?? place)) {
      return { malformed: `a member cannot be called ${JSON.stringify(listName[place] ?? place)}` };
    }
    for (const [key, inner] of namedValues(value, name, place, wholes.size > 1)) {
      if (inner === undefined) continue;
      // Also where the argument of its own was left out: the member would stand for it.
      if (wholes.size <= 1 && (owners.get(key) ?? place) !== place) {
        return { malformed: `${JSON.stringify(key)} is an argument of its own, and no member of the ${place}` };
      }
      // `@Body()` and `@Body("id")` together are the same member twice; two different values are not.
      if (params.has(key) && JSON.stringify(params.get(key)) !== JSON.stringify(inner)) {
        return { malformed: `${JSON.stringify(key)} has two values; send it once` };
      }
      params.set(key, inner);
    }
  }
  return { params: Object.fromEntries(params) };
}

function sentFor(sent: Sent, place: string, name: string | undefined): unknown {
  const there = sent[place as Place];
  return name === undefined ? (there ?? {}) : membersOf(there)[name];
}

function namedValues(
  value: unknown,
  name: string | undefined,
  place: string,
  isOneOfSeveral: boolean,
): [string, unknown][] {
  if (name !== undefined) return [[name, value]];
  if (!isMembers(value)) return [[isOneOfSeveral ? place : (listName[place] ?? place), value]];
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  if (!isOneOfSeveral) return members;
  // No body and an empty one are the same to a method, and the token makes one of the other.
  return members.length === 0 ? [] : [[place, Object.fromEntries(members)]];
}
