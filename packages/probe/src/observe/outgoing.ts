import type { Effect } from "./effect.js";
import type { Seen } from "./observer.js";

/** One request that left the server. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

const safe: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);
const tokenPath = /\/(oauth2?|connect|auth)\b.*token|\/tokens?(\/refresh)?$|refresh[_-]?token/i;

/**
 * What a request is, as far as it can be told from outside. A method is only its sender's intention (RFC 9110 §9.2.1): whether
 * that remote created work for a GET, or knew a repeated POST again, is known only if the remote is watched too.
 */
function outgoingEffect({ method, url, body }: Outgoing, remoteWatched: boolean): Effect {
  if (method === "CONNECT") return "opaque";
  if (!safe.has(method) && (tokenPath.test(url) || /grant_type=/.test(body))) return "credential";
  if (remoteWatched) return "watched_request";
  return safe.has(method) ? "request" : "notification";
}

export function seenRequests(requests: readonly Outgoing[], remoteWatched: boolean): ReadonlyMap<string, Seen> {
  return new Map(
    requests.map((request, index) => [
      `${request.method} ${withoutQuery(request.url)} #${index + 1}`,
      { effect: outgoingEffect(request, remoteWatched), value: { ...request } },
    ]),
  );
}

const withoutQuery = (url: string): string => url.replace(/[?#].*$/, "");
