import { isMembers, type Members } from "../members.js";

/** One member of a body or a query. */
export interface MemberRule<T, Optional extends boolean = boolean> {
  /** As the end of "… must be". */
  readonly must: string;
  readonly optional: Optional;
  /** The value, or undefined if it breaks the rule. */
  readonly read: (given: unknown) => T | undefined;
}

export type MemberRules = Readonly<Record<string, MemberRule<unknown>>>;

type Value<R> = R extends MemberRule<infer T> ? T : never;
type OptionalNames<R> = { [K in keyof R]: R[K] extends MemberRule<unknown, true> ? K : never }[keyof R];

/** What the rules let through. */
export type MembersOf<R> = { readonly [K in Exclude<keyof R, OptionalNames<R>>]: Value<R[K]> } & {
  readonly [K in OptionalNames<R>]?: Value<R[K]>;
};

/** What breaks a rule, and where it stands: `body.reason`. */
export interface Malformed {
  readonly place: string;
  readonly error: string;
}

export const malformed = (place: string, what: string): Malformed => ({
  place: place.slice(0, longestPlace),
  error: `${place.slice(0, longestPlace)} ${what}`,
});

/** A name that somebody else chose is not echoed without end. */
const longestPlace = 100;

export type Read<M> = { readonly ok: true; readonly members: M } | { readonly ok: false; readonly wrong: Malformed };

/** Reads the members that the rules name; one that they do not name is refused, so that no misspelt limit is lost. */
export function readMembers<R extends MemberRules>(
  rules: R,
  given: unknown,
  place: "body" | "query",
): Read<MembersOf<R>> {
  if (!isMembers(given)) return { ok: false, wrong: malformed(place, "must be a JSON object") };
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) return { ok: false, wrong: unknownMember(`${place}.${unknown}`, rules) };
  const members: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries(rules)) {
    const value = ownMember(given, name);
    if (value === undefined && rule.optional) continue;
    const read = value === undefined ? undefined : rule.read(value);
    if (read === undefined) return { ok: false, wrong: malformed(`${place}.${name}`, `must be ${rule.must}`) };
    members[name] = read;
  }
  return { ok: true, members: members as MembersOf<R> };
}

const ownMember = (given: Members, name: string): unknown => (Object.hasOwn(given, name) ? given[name] : undefined);

function unknownMember(place: string, rules: MemberRules): Malformed {
  const names = Object.keys(rules);
  return malformed(
    place,
    names.length === 0 ? "is not known here" : `is not known here; known are ${names.join(", ")}`,
  );
}
