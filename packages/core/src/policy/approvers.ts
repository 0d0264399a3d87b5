import type { Policy, PolicyFacts } from "./policy.js";

/** Somebody as authentication named them. */
export interface Person {
  readonly id: string;
  readonly groups?: readonly string[] | undefined;
}

const group = "group:";
const person = "person:";
const anybody = "*";

/**
 * What a policy may call approvers: `*` is anybody, `group:finance` a group, `person:finance` the one person with that id.
 * An id that holds a colon or an @, such as `user:ann`, is nobody's mistake for a group and stands for itself.
 */
export type ApproverName = "anybody" | "group" | "person" | "ambiguous" | "nobody";

export function kindOfName(name: string): ApproverName {
  if (name === anybody) return "anybody";
  if (name === group || name === person) return "nobody";
  if (name.startsWith(group)) return "group";
  return /[:@]/.test(name) ? "person" : "ambiguous";
}

/** Whose id a name is that is one person's. */
export const idIn = (name: string): string => (name.startsWith(person) ? name.slice(person.length) : name);

/** Is this one of them? A group is named with or without its `group:`. No person is called like a group or like everybody. */
export function isEntitled(approvers: readonly string[], { id, groups = [] }: Person): boolean {
  if (id === "" || id === anybody || id.startsWith(group)) return false;
  return approvers.some(
    (one) =>
      one === anybody ||
      (one.startsWith(group) ? groups.some((name) => name === one || group + name === one) : idIn(one) === id),
  );
}

/**
 * Who may decide by this policy. A function that throws, or that answers anything but a list of names that a policy may
 * hold, names nobody: such a request waits for its deadline, and for those it may escalate to.
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

const isName = (value: unknown): value is string =>
  typeof value === "string" && !["ambiguous", "nobody"].includes(kindOfName(value));

/** Does this list let anybody decide? */
export const isCatchAll = (approvers: unknown): boolean => Array.isArray(approvers) && approvers.includes(anybody);
