import { type Approver, Tier2Error } from "@holdpoint/tier2-core";
import { approverOf } from "./approver-of.js";
import type { Reviewed } from "./endpoint.js";
import { findEndpoint } from "./find-endpoint.js";
import { guard } from "./guard.js";
import { malformed } from "./member-rules.js";
import { type JsonBody, membersOf } from "./request-members.js";
import { problem, type ReviewReply } from "./review-reply.js";
import type { RequestHeaders } from "./same-origin.js";

/** A request as any framework has it. */
export interface ReviewRequest {
  /** As it came over the wire. */
  readonly method: string;
  /** Below the mount point: "/approvals?status=pending". */
  readonly url: string;
  readonly headers: RequestHeaders;
  /** Asked at most once, and only of somebody who is signed in. */
  readonly body: () => Promise<JsonBody>;
  /** Who sits at the screen; asked at most once. */
  readonly authenticate: () => Approver | null | undefined | Promise<Approver | null | undefined>;
}

export interface ReviewOptions {
  /**
   * Origins whose pages may read and decide, e.g. "https://review.example", in place of the request's own host: where a
   * proxy changes the `Host` header, or to be safe from names rebound to this address. List your own among them.
   */
  readonly allowedOrigins?: readonly string[];
  /** Hears what `authenticate` threw: whoever asked hears 401 and no more. */
  readonly onAuthenticateError?: (error: unknown) => void;
}

/** Answers a request; undefined where its path is none of these. Rejects for broken worlds other than a silent store. */
export type ReviewApi = (request: ReviewRequest) => Promise<ReviewReply | undefined>;

/**
 * The review API without a framework. In this order: is it a path of this, does it come from where it may, who is it,
 * what do they ask. Nothing is decided here.
 *
 * @throws Tier2Error `invalid_setup` for an origin that is none
 */
export function reviewApi(reviewed: Reviewed, options: ReviewOptions = {}): ReviewApi {
  const { allowedOrigins, onAuthenticateError = () => {} } = options;
  for (const origin of allowedOrigins ?? []) demandOrigin(origin);

  async function signedIn(request: ReviewRequest): Promise<Approver | "not_human" | undefined> {
    try {
      return approverOf(await request.authenticate());
    } catch (error) {
      onAuthenticateError(error);
      return undefined;
    }
  }

  return async (request) => {
    const found = findEndpoint(request);
    if (found === undefined) return undefined;
    const { endpoint, id, query, allow } = found;
    if (endpoint === undefined) return problem("method_not_allowed", { headers: { Allow: allow } });
    const unsafe = guard(request, allowedOrigins);
    if (unsafe !== undefined) return unsafe;

    const approver = await signedIn(request);
    if (approver === undefined) return problem("unauthenticated");
    if (approver === "not_human") return problem("not_human");
    if (id === undefined) return problem("not_found");

    const read = await membersOf(endpoint, query, request.body);
    if (!read.ok) return "code" in read ? problem(read.code) : problem("invalid_request", read.wrong);
    return answered(() => endpoint.run(reviewed, { approver, id, members: read.members }));
  };
}

async function answered(run: () => Promise<ReviewReply>): Promise<ReviewReply> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Tier2Error && error.code === "store_unavailable") return problem("store_unavailable");
    if (error instanceof Tier2Error && error.code === "invalid_cursor") {
      return problem(
        "invalid_request",
        malformed("query.cursor", "is none that this list gave. Leave it out to start anew"),
      );
    }
    throw error;
  }
}

function demandOrigin(origin: string): void {
  if (URL.canParse(origin) && new URL(origin).origin === origin) return;
  throw new Tier2Error(
    "invalid_setup",
    `reviewRouter: allowedOrigins has ${JSON.stringify(origin)}, which is no origin such as "https://review.example".`,
  );
}
