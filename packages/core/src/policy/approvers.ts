import type { Policy, PolicyFacts } from "./policy.js";

/** Somebody as authentication named them. */
export interface Person {
  readonly id: string;
  readonly groups?: readonly string[] | undefined;
}

const group = "group:";
const anybody = "*";

/** Is this one of them? A group is named with or without its `group:`. No person is called like a group or like everybody. */
export function isEntitled(approvers: readonly string[], { id, groups = [] }: Person): boolean {
  if (id === "" || id === anybody || id.startsWith(group)) return false;
  return approvers.some(
    (one) =>
      one === id ||
      one === anybody ||
      (one.startsWith(group) && groups.some((name) => name === one || group + name === one)),
  );
}

/**
 * Who may decide by this policy. A function that throws, or that answers anything but a list of names, names nobody:
 * such a request waits for its deadline, and for those it may escalate to.
 */
export function approversOf({ approvers }: Policy, facts: PolicyFacts): readonly string[] {
  if (typeof approvers !== "function") return [...approvers];
  try {
    const given: unknown = approvers(facts);
    return Array.isArray(given) && given.every(isName) ? [...given] : [];
  } catch {
    return [];
  }
}

const isName = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** Does this list let anybody decide? */
export const isCatchAll = (approvers: unknown): boolean => Array.isArray(approvers) && approvers.includes(anybody);
