/** What an application's code gives, read once. A type says nothing at run time, and a person is made of authentication. */
import type { Vote } from "./approval.js";
import type { Approver } from "./approvals.js";

const longestText = 4000;
const mostUses = 1000;

/** Undefined: nobody who may decide anything. Only people are human, and only they decide. */
export function approverOf(given: unknown): Required<Approver> | undefined {
  const { id, kind, groups } = (given ?? {}) as Record<string, unknown>;
  if (kind !== "human" || typeof id !== "string" || id.trim() === "") return undefined;
  const names: readonly unknown[] = Array.isArray(groups) ? [...groups] : [];
  return Object.freeze({ id, kind, groups: Object.freeze(names.filter((name) => typeof name === "string")) });
}

/** Undefined: empty, or no text. What is longer than anybody reads is cut. */
export const textOf = (given: unknown): string | undefined =>
  typeof given === "string" && given.trim() !== "" ? given.slice(0, longestText) : undefined;

/** Undefined: `invalid`. */
export function voteOf(approver: Required<Approver>, given: object, atMs: number): Vote | undefined {
  const { reason, actionDigest, uses, minutes } = given as Record<string, unknown>;
  const [why, digest] = [textOf(reason), textOf(actionDigest)];
  if (why === undefined || digest === undefined) return undefined;
  if (uses !== undefined && !(Number.isSafeInteger(uses) && isWithin(uses, mostUses))) return undefined;
  if (minutes !== undefined && !(Number.isFinite(minutes) && isWithin(minutes, Number.MAX_SAFE_INTEGER / 60_000))) {
    return undefined;
  }
  return {
    ...{ approver: approver.id, groups: approver.groups, reason: why, actionDigest: digest, atMs },
    ...(uses !== undefined && { uses: uses as number }),
    ...(minutes !== undefined && { minutes: minutes as number }),
  };
}

const isWithin = (given: unknown, most: number) => (given as number) > 0 && (given as number) <= most;
