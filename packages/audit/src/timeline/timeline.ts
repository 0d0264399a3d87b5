import type { Body } from "../entry/body.js";
import type { Kind } from "../entry/entry.js";
import { printable } from "./printable.js";
import { nameIn, sentenceOf } from "./sentences.js";

export interface Told {
  readonly seq: number;
  /** When it was written. */
  readonly atMs: number;
  readonly kind: Kind;
  /** Absent: encrypted, and its key is not here. */
  readonly body?: Body;
}

/** When it happened, which may be before it was written. */
const happenedAtMs = ({ atMs, body }: Told): number => (typeof body?.atMs === "number" ? body.atMs : atMs);

const isoOf = (ms: number): string => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : String(ms));

/** One entry on one line. */
export function lineOf(told: Told): string {
  const { seq, kind, body } = told;
  const said = body === undefined ? "(encrypted, and its key is not here)" : sentenceOf(body);
  return `${isoOf(happenedAtMs(told))}  ${`#${seq}`.padEnd(7)} ${kind.padEnd(7)}  ${said}`;
}

/** An operation from its proposal to its effect, in the order of what happened. */
export function timelineOf(operationId: string, entries: readonly Told[]): string[] {
  const ordered = entries.toSorted((one, other) => happenedAtMs(one) - happenedAtMs(other) || one.seq - other.seq);
  const bodies = ordered.flatMap(({ body }) => (body === undefined ? [] : [body]));
  const names = new Set(bodies.flatMap((body) => nameIn(body) ?? []));
  const tools = new Set(
    bodies.flatMap(({ tool }) => (typeof tool === "string" && tool !== "" ? [printable(tool)] : [])),
  );
  return [
    `${printable(operationId)}: ${[...tools].join(", ")}, for ${[...names].join(", ")}`,
    ...ordered.map((each) => lineOf(each)),
  ];
}
