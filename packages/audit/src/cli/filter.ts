import { type Kind, kinds } from "../entry/entry.js";
import type { Told } from "../timeline/timeline.js";
import { CannotRun } from "./io.js";
import type { Given } from "./options.js";

/** Which entries to show, besides those of one operation. */
export type Filter = (told: Told) => boolean;

/** @throws CannotRun */
export function filterOf({ requester, tool, kind, since, until }: Given): Filter {
  if (kind !== undefined && !kinds.includes(kind as Kind)) throw new CannotRun(`--kind is one of ${kinds.join(", ")}.`);
  const from = since === undefined ? Number.NEGATIVE_INFINITY : instantOf(since);
  const to = until === undefined ? Number.POSITIVE_INFINITY : instantOf(until);
  return ({ atMs, kind: is, body }) =>
    atMs >= from &&
    atMs < to &&
    (kind === undefined || is === kind) &&
    (tool === undefined || body?.tool === tool) &&
    (requester === undefined || namesIn(body?.requester).includes(requester));
}

const namesIn = (requester: unknown): unknown[] =>
  typeof requester === "object" && requester !== null ? Object.values(requester) : [];

function instantOf(text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new CannotRun(`"${text}" is no time: write 2026-12-24 or 2026-12-24T18:00:00Z.`);
  return ms;
}
