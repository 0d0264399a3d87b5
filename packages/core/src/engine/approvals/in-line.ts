import type { Store } from "../../store.js";
import { firstOf } from "../pause.js";
import type { ApprovalParts } from "./approval-parts.js";

/** Whose turn it is, at each approval of a store. */
const lines = new WeakMap<Store, Map<string, Promise<unknown>>>();

/** A store that is away must not make everybody wait for everybody. */
const longestWaitMs = 5000;

/**
 * The operations of one process go to one grant one after the other: at once, each swap would refuse those of all others,
 * and of hundreds the last would hear too late. Nothing depends on it.
 */
export async function inLine<T>(parts: ApprovalParts, id: string, work: () => Promise<T>): Promise<T> {
  const { approvalStore, platform } = parts;
  const line = lines.get(approvalStore) ?? new Map<string, Promise<unknown>>();
  lines.set(approvalStore, line);
  const before = line.get(id);
  const turn = (before === undefined ? Promise.resolve() : firstOf(platform, before, longestWaitMs)).then(work);
  const end = turn.then(
    () => {},
    () => {},
  );
  line.set(id, end);
  void end.then(() => {
    if (line.get(id) === end) line.delete(id);
  });
  return turn;
}
