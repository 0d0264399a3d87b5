import { isMembers, membersOf } from "./members.js";

/** What Express and Fastify have in common. */
export interface HttpRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  body?: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const tokenHeader = "Tier2-Confirm-Token";

/** What is wrong with a request, as the end of a sentence; undefined if this rule finds nothing. */
type Check = (request: HttpRequest) => string | undefined;

/** URLs are kept by logs, proxies and histories. The sentence does not repeat the token. */
const tokenInUrl: Check = ({ params, query }) =>
  [params, query].some((place) => Object.hasOwn(membersOf(place), "confirm_token"))
    ? `confirm_token must not stand in the URL; send it in the body, or in the header ${tokenHeader}`
    : undefined;

/** Of a header sent twice Node makes one text with commas, and a proxy may do so before; no token has one. */
const repeatedHeaderToken: Check = (request) =>
  headerToken(request)?.includes(",") ? `the header ${tokenHeader} stands in the request more than once` : undefined;

/** A body that nobody parsed would be a call without its token: always a new preview, never a reason. */
const unreadBody: Check = ({ body, headers }) =>
  body === undefined && (headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0)
    ? "the body was not read; send JSON with Content-Type: application/json"
    : undefined;

/** Whichever of the two won, somebody who looked at the other place would have been shown something else. */
const nameInTwoPlaces: Check = ({ params, query, body }) => {
  const placesOf = new Map<string, string[]>();
  for (const [place, members] of Object.entries({ path: params, query, body })) {
    for (const [name, value] of isMembers(members) ? Object.entries(members) : []) {
      if (value !== undefined) placesOf.set(name, [...(placesOf.get(name) ?? []), `the ${place}`]);
    }
  }
  const twice = [...placesOf].find(([, places]) => places.length > 1);
  return twice && `${JSON.stringify(twice[0])} stands in ${twice[1].join(" and in ")}; send it once`;
};

const checks: readonly Check[] = [tokenInUrl, repeatedHeaderToken, unreadBody, nameInTwoPlaces];

export function malformedRequest(request: HttpRequest): string | undefined {
  for (const check of checks) {
    const malformed = check(request);
    if (malformed !== undefined) return malformed;
  }
  return undefined;
}

export function headerToken({ headers }: HttpRequest): string | undefined {
  const value = headers[tokenHeader.toLowerCase()];
  return Array.isArray(value) ? value.join(",") : value;
}
