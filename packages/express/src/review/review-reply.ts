import { problems, type ReviewCode } from "./problems.js";

export interface ReviewReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: object;
}

/** Nobody keeps an answer, shows it in a frame, loads it as something else than JSON, or learns from where it was asked. */
const always = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

export const done = (body: object): ReviewReply => ({ status: 200, headers: { ...always }, body });

/** `more` stands beside the two members that each refusal has: `error`, a sentence, and `code`, a stable word. */
export function problem(
  code: ReviewCode,
  { error = problems[code].sentence, headers, ...more }: ProblemDetails = {},
): ReviewReply {
  return { status: problems[code].http, headers: { ...always, ...headers }, body: { error, code, ...more } };
}

interface ProblemDetails {
  /** Replaces the table's sentence where there is a more exact one. */
  readonly error?: string;
  readonly headers?: Record<string, string>;
  /** What is wrong, such as `body.reason`. */
  readonly place?: string;
  /** How the request for approval stands now. */
  readonly approval?: object;
}
