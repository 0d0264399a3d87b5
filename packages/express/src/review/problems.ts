import type { CannotDecide, Decided, InDoubt } from "@holdpoint/tier2-core";

interface Row {
  readonly http: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 503;
  readonly sentence: string;
}

const row = (http: Row["http"], sentence: string): Row => ({ http, sentence });

type DecidedReason = Extract<Decided, { ok: false }>["reason"];

const ofDecisions = {
  not_found: row(404, "There is no such request for approval, or it is no longer kept."),
  not_entitled: row(403, "Nothing was recorded: the policies do not name you for this."),
  not_permitted: row(403, "Nothing was recorded: this application does not let you decide on this one."),
  self_approval: row(403, "Nothing was recorded: nobody decides on a request made in their own name."),
  own_glass: row(403, "Nothing was recorded: you broke the glass yourself. Somebody else has to look at it."),
  not_requester: row(
    403,
    "Nothing was recorded: only whoever asked withdraws a request. Your own allow you can take back with retract.",
  ),
  too_much: row(
    403,
    "Nothing was recorded: that is more than the policies give. You may allow as much as they do, or less.",
  ),
  changed: row(409, "Nothing was recorded: this is not what was on your screen. Read it again before you decide."),
  conflict: row(
    409,
    "Nothing was recorded: you, or somebody faster, decided otherwise. An allow of yours can be taken back as long as others are asked.",
  ),
  closed: row(409, "Nothing was recorded: there is nothing (any more) to which this applies."),
  invalid: row(400, "Nothing was recorded: the decision has no reason or digest, or a number that is none."),
} as const satisfies Record<DecidedReason, Row>;

const ofRequests = {
  unauthenticated: row(401, "Nobody is signed in."),
  not_human: row(403, "Only people decide: this is not one."),
  cross_origin: row(403, "The request comes from another origin."),
  header_missing: row(
    403,
    "The header Tier2-Review: 1 is missing. Forms and links cannot send it, so each decision must.",
  ),
  method_overridden: row(400, "A decision is a POST by itself: no header makes one of another request."),
  method_not_allowed: row(405, "This path does not take that method."),
  not_json: row(415, "Send JSON, uncompressed, with Content-Type: application/json."),
  invalid_json: row(400, "The body is not valid JSON."),
  too_large: row(413, "The body is too large."),
  invalid_request: row(400, "The request is not valid."),
  not_in_doubt: row(409, "Nothing was recorded: no such operation is in doubt (any more)."),
  store_unavailable: row(
    503,
    "The store did not answer, so it is not known whether this was recorded. Send the same again: a decision counts once.",
  ),
} as const satisfies Record<string, Row>;

/** The closed table of refusals: what an answer's `code` may be, its HTTP status, and its sentence. */
export const problems = { ...ofDecisions, ...ofRequests };

export type ReviewCode = keyof typeof problems;

/** Why a row of the list has no buttons for whoever asked. */
export const cannotDecide = {
  self_approval: "It was requested in your name.",
  own_glass: "You broke the glass yourself: somebody else has to look at it.",
  not_entitled: "The policies do not name you.",
  not_permitted: "This application does not let you decide on it.",
  already_decided: "You have decided on it already.",
  closed: "It has ended.",
} as const satisfies Record<CannotDecide, string>;

/** Why whoever asked cannot say what became of an operation. */
export const cannotSettle = {
  self_approval: "It was requested in your name.",
  not_entitled: "You are none of those who could decide about it.",
  not_permitted: "This application does not let you say so.",
} as const satisfies Record<NonNullable<InDoubt["cannotSettle"]>, string>;
