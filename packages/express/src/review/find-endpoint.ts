import type { Endpoint } from "./endpoint.js";
import { endpoints } from "./endpoints.js";

interface Found {
  /** Undefined: the path is one of these, the method is not. */
  readonly endpoint: Endpoint | undefined;
  /** "" where the path has none; undefined where it cannot be one, so that nobody asks a store for it. */
  readonly id: string | undefined;
  readonly query: URLSearchParams;
  /** The methods of this path. */
  readonly allow: string;
}

/** What a URL below the mount point names; undefined if nothing of this. A HEAD is a GET whose body is not sent. */
export function findEndpoint({ method, url }: { method: string; url: string }): Found | undefined {
  const [path = "", query] = url.split("?", 2);
  const here = endpoints.filter((endpoint) => matches(endpoint.path, path));
  if (here[0] === undefined) return undefined;
  const endpoint = here.find((candidate) => candidate.method === (method === "HEAD" ? "GET" : method));
  const allow = here.map((candidate) => (candidate.method === "GET" ? "GET, HEAD" : candidate.method)).join(", ");
  return { endpoint, id: idIn(here[0].path, path), query: new URLSearchParams(query), allow };
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const given = path.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part === ":id" ? given[at] !== "" : part === given[at]))
  );
}

function idIn(pattern: string, path: string): string | undefined {
  const at = pattern.split("/").indexOf(":id");
  if (at === -1) return "";
  const id = path.split("/")[at] ?? "";
  return /^[\w-]{1,200}$/.test(id) ? id : undefined;
}
