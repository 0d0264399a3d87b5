import type { Endpoint } from "./endpoint.js";
import { type MemberRules, malformed, type Read, readMembers } from "./member-rules.js";

/** The body of a request as its JSON says it, or why there is none. */
export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: "too_large" | "invalid_json" };

/** What an endpoint is asked: a GET says it in its query, a POST in its body and nothing in its query. */
export async function membersOf(
  { method, rules }: Endpoint,
  query: URLSearchParams,
  body: () => Promise<JsonBody>,
): Promise<Read<unknown> | Extract<JsonBody, { ok: false }>> {
  if (method === "GET") return inQuery(rules, query);
  const extra = inQuery({}, query);
  if (!extra.ok) return extra;
  const json = await body();
  return json.ok ? readMembers(rules, json.value, "body") : json;
}

function inQuery(rules: MemberRules, query: URLSearchParams): Read<unknown> {
  const names = [...query.keys()];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return { ok: false, wrong: malformed(`query.${twice}`, "stands there twice") };
  return readMembers(rules, Object.fromEntries(query), "query");
}
