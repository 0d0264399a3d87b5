/** The one exception class of Holdpoint. Expected outcomes are values; this is for broken worlds. */
export class Tier2Error extends Error {
  name = "Tier2Error";
  code;
  constructor(code, message, options) {
    super(message, options);
    this.code = code;
  }
}
/**
 * Thrown by `execute` to assert that nothing happened: the record ends `not_executed` and the caller is
 * asked for a new preview. Known by its `code`, so that two copies of this package still agree.
 */
export class NotExecuted extends Error {
  name = "NotExecuted";
  code = "not_executed";
}
export function isNotExecuted(error) {
  return error instanceof Error && error.code === "not_executed";
}
export function isTier2Error(error, code) {
  return error instanceof Error && error.name === "Tier2Error" && (code === undefined || error.code === code);
}
