/** Stable codes of everything that is broken rather than refused: a set-up mistake, or a world that failed. */
export type Tier2ErrorCode =
  | "store_unavailable" // the store could not be reached or did not answer: the attempt's outcome is unknown
  | "journal_unavailable" // what must be recorded first could not be: it does not happen
  | "record_unreadable" // a stored record was not written by a version this one understands
  | "store_contradiction" // the store keeps refusing a swap that its own answer allows
  | "invalid_setup" // an option or a tool definition that cannot work
  | "level_unavailable" // a tool demands a confirmation level that nothing provides yet
  | "body_not_parsed" // an HTTP request reached the guard before its body parser
  | "invalid_cursor" // a list was to go on from a place that it never gave
  | "not_canonical" // a value that has no canonical JSON
  | "closed"; // the engine was closed

/** The one exception class of Holdpoint. Expected outcomes are values; this is for broken worlds. */
export class Tier2Error extends Error {
  override readonly name = "Tier2Error";
  readonly code: Tier2ErrorCode;

  constructor(code: Tier2ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Thrown by `execute` to assert that nothing happened: the record ends `not_executed` and the caller is
 * asked for a new preview. Known by its `code`, so that two copies of this package still agree.
 */
export class NotExecuted extends Error {
  override readonly name = "NotExecuted";
  readonly code = "not_executed";
}

export function isNotExecuted(error: unknown): error is NotExecuted {
  return error instanceof Error && (error as { code?: unknown }).code === "not_executed";
}

export function isTier2Error(error: unknown, code?: Tier2ErrorCode): error is Tier2Error {
  return (
    error instanceof Error && error.name === "Tier2Error" && (code === undefined || (error as Tier2Error).code === code)
  );
}
