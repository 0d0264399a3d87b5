/** By lower-case names, as Node.js has them. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface OriginRule {
  /** Reading: a page may also be opened by its address. */
  readonly read: boolean;
  /** In place of the request's own host. */
  readonly allowedOrigins?: readonly string[] | undefined;
}

/**
 * What is wrong with where a request comes from; undefined if nothing is. What the browser says of it must all agree:
 *
 * | Origin          | Sec-Fetch-Site            | allowed                                              |
 * | --------------- | ------------------------- | ---------------------------------------------------- |
 * | listed          | any                       | yes                                                  |
 * | own host        | same-origin, none was sent| yes                                                  |
 * | none was sent   | same-origin               | yes                                                  |
 * | none was sent   | "none" (typed address)    | for reading                                          |
 * | none was sent   | none was sent             | yes: no browser posts without either                 |
 * | anything else   |                           | no                                                   |
 *
 * Where origins are listed, the own host counts only if it is among them: so a name that was rebound to this server's
 * address is refused. Source: Fetch Standard (Origin), Fetch Metadata Request Headers.
 */
export function foreignOrigin(headers: RequestHeaders, { read, allowedOrigins }: OriginRule): string | undefined {
  const origin = textOf(headers.origin);
  const site = textOf(headers["sec-fetch-site"]);
  if (origin !== undefined) {
    if (allowedOrigins?.includes(origin)) return undefined;
    if (allowedOrigins !== undefined) return `The origin ${quoted(origin)} is not among \`allowedOrigins\`.`;
    const host = textOf(headers[":authority"]) ?? textOf(headers.host);
    if (!isOwnHost(origin, host))
      return `The origin ${quoted(origin)} is not this host, ${quoted(host ?? "")}. If a proxy changes the host, list the origin in \`allowedOrigins\`.`;
  }
  if (site === undefined || site === "same-origin" || (read && origin === undefined && site === "none"))
    return undefined;
  return `The browser calls this request ${quoted(site)}; only those of the same origin are answered.`;
}

/** Host and port; the scheme is the proxy's, which ends TLS. */
function isOwnHost(origin: string, host: string | undefined): boolean {
  if (host === undefined || /[/?#@\\\s]/.test(host) || !URL.canParse(origin)) return false;
  const { protocol, host: from } = new URL(origin);
  const own = `${protocol}//${host}`;
  return (protocol === "https:" || protocol === "http:") && URL.canParse(own) && new URL(own).host === from;
}

/** A header that came twice is neither. */
const textOf = (value: RequestHeaders[string]): string | undefined =>
  typeof value === "object" ? value.join(", ") : value;

const quoted = (text: string): string => JSON.stringify(text.slice(0, 200));
