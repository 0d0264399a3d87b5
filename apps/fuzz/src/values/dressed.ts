import { runInNewContext } from "node:vm";
import type { Json } from "./json.js";

const foreign = runInNewContext("({ object: () => ({}), list: () => [] })") as {
  object: () => object;
  list: () => unknown[];
};

/** The ways in which one and the same value may come. */
type Dress = (members: [string, unknown][]) => object;

const reversed = <T>(list: readonly T[]): T[] => [...list].reverse();
const filled = (target: object, members: [string, unknown][]): object => {
  for (const [key, value] of members) {
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return target;
};

const dresses: readonly Dress[] = [
  (members) => filled({}, reversed(members)),
  (members) => filled(Object.create(null) as object, members),
  (members) => filled(foreign.object(), members),
  (members) => Object.freeze(filled({}, members)),
  (members) => filled({}, [["absent", undefined] as [string, unknown], ...members].filter(isFirst)),
  (members) =>
    filled(
      {},
      [...members].sort(([a], [b]) => a.localeCompare(b)),
    ),
  (members) => Object.defineProperty(filled({}, members), Symbol.iterator.toString(), { value: 1 }),
];

/** A member of that name may be there already. */
const isFirst = ([key]: [string, unknown], index: number, all: [string, unknown][]): boolean =>
  key !== "absent" || index === all.findLastIndex(([other]) => other === key);

/** The same value in another dress: other order of members, other prototypes, members that count as absent. */
export function dressed(value: Json, dress: number): unknown {
  if (value === 0) return dress % 2 === 0 ? 0 : -0;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const list = value.map((element) => dressed(element, dress + 1));
    return dress % 3 === 0 ? Object.assign(foreign.list(), list) : list;
  }
  const members = Object.entries(value).map(([key, inner]): [string, unknown] => [key, dressed(inner, dress + 1)]);
  return (dresses[dress % dresses.length] as Dress)(members);
}
