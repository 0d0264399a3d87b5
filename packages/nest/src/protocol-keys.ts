import { isMembers, type Members } from "./members.js";

const names = ["confirm_token", "acknowledge_duplicate"] as const;

/** The protocol's own keys of a call, as they were sent. */
export type ProtocolKeys = Readonly<Partial<Record<(typeof names)[number], unknown>>>;

/** Parts them from the arguments, so that no pipe or schema that is strict sees a member it does not know. */
export function partKeys(sent: Members): { keys: ProtocolKeys; rest: Members } {
  const isKey = ([name]: [string, unknown]) => names.includes(name as never);
  const entries = Object.entries(sent);
  return {
    keys: Object.fromEntries(entries.filter(isKey)),
    rest: Object.fromEntries(entries.filter((entry) => !isKey(entry))),
  };
}

/** Takes them out of the body of a request, before the pipes see it. */
export function takeKeys(request: { body?: unknown }): ProtocolKeys {
  if (!isMembers(request.body) || !names.some((name) => Object.hasOwn(request.body as Members, name))) return {};
  const { keys, rest } = partKeys(request.body);
  request.body = rest;
  return keys;
}
