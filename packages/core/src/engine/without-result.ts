import type { Ok, Rejected } from "../wire/envelope.js";
import type { Answer } from "../wire/reply.js";

/** What is left of an answer whose result cannot be told: its envelope. A tool's own error stays an error. */
export const withoutResult = (body: Ok | Rejected, verbatim: object | undefined, why: string): Answer =>
  body.status === "ok" && isError(verbatim)
    ? { body, verbatim: { content: [{ type: "text", text: `[withheld: ${why}]` }], isError: true } }
    : { body };

function isError(verbatim: object | undefined): boolean {
  try {
    return (verbatim as { isError?: unknown } | undefined)?.isError === true;
  } catch {
    return false;
  }
}
