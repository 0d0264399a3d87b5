import { isDeepStrictEqual } from "node:util";
import type { Effect } from "./effect.js";
import { keepsAll } from "./keeps-all.js";
import type { Seen, Snapshot } from "./observer.js";

/** `extended`: everything that was there is still there, in its order. `reduced`: nothing but what was there before. `touched`: written again with the same content. */
export type ChangeKind = "created" | "removed" | "replaced" | "extended" | "reduced" | "touched";

export interface Change {
  readonly observer: string;
  readonly from: "state" | "events";
  readonly effect: Effect;
  readonly kind: ChangeKind;
  /** Collection and id. */
  readonly record: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** The names in which `before` and `after` differ. */
  readonly fields?: readonly string[];
}

/** Fields that an addition at the end moves. A change of anything else, such as who may read it, replaces. */
const contents: ReadonlySet<string> = new Set(["content", "bytes", "sha256", "mtimeMs"]);
/** Fields that a rewrite of the same content moves. */
const times: ReadonlySet<string> = new Set(["mtimeMs"]);

/** What differs between two snapshots of one observer, in the order of the records' names. */
export function diff(
  observer: { readonly name: string; readonly kind: "state" | "events" },
  before: Snapshot,
  after: Snapshot,
): readonly Change[] {
  const names = [...new Set([...before.records.keys(), ...after.records.keys()])].sort();
  return names.flatMap((record): readonly Change[] => {
    const was = before.records.get(record);
    const is = after.records.get(record);
    const about = { observer: observer.name, from: observer.kind, record };
    if (was === undefined && is !== undefined)
      return [{ ...about, effect: is.effect, kind: "created", after: is.value }];
    if (was !== undefined && is === undefined)
      return [{ ...about, effect: was.effect, kind: "removed", before: was.value }];
    if (was === undefined || is === undefined) return [];
    const fields = differing(was.value, is.value);
    if (fields.length === 0) return [];
    const kind = kindOf(was, is, fields);
    const effect = kind === "touched" ? "touch" : is.effect;
    return [{ ...about, effect, kind, before: was.value, after: is.value, fields }];
  });
}

function differing(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

function kindOf(was: Seen, is: Seen, fields: readonly string[]): ChangeKind {
  if (fields.every((field) => times.has(field))) return "touched";
  if (!fields.every((field) => contents.has(field)) || was.units === undefined || is.units === undefined)
    return "replaced";
  if (keepsAll(was.units, is.units)) return "extended";
  return keepsAll(is.units, was.units) ? "reduced" : "replaced";
}
