import type { Request } from "express";
import { isMembers, type Members, membersOf } from "./members.js";

const field = "confirm_token";
const bodyKeys = [field, "acknowledge_duplicate"];
const header = "Tier2-Confirm-Token";

/** Of a header sent twice Node makes one text with commas, and a proxy may do so before; no token has one. */
export const repeatedHeaderToken = (req: Request): string | undefined =>
  headerToken(req)?.includes(",") ? `the header ${header} stands in the request more than once` : undefined;

export function headerToken(req: Request): string | undefined {
  const value = req.headers[header.toLowerCase()];
  return Array.isArray(value) ? value.join(",") : value;
}

/** URLs are kept by logs, proxies and histories. The sentence does not repeat the token. */
export const tokenInUrl = (req: Request): string | undefined =>
  [req.params, req.query].some((place: unknown) => Object.hasOwn(membersOf(place), field))
    ? `${field} must not stand in the URL; send it in the body, or in the header ${header}`
    : undefined;

/** Arguments that the app put together itself, e.g. an instance of a class, with the protocol's own keys of the body. */
export function withBodyKeys(args: unknown, body: Members): unknown {
  const given = args === undefined ? {} : args;
  if (!isMembers(given)) return given;
  const own = Object.entries(body).filter(([key, value]) => bodyKeys.includes(key) && value !== undefined);
  return { ...given, ...Object.fromEntries(own) };
}
