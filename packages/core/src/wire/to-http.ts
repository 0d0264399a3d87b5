import type { Envelope } from "./envelope.js";
import { reasons } from "./reasons.js";
import type { Reply } from "./reply.js";

/** A literal union, so that frameworks that type their status codes accept it. */
export type HttpStatus = 200 | 400 | 403 | 409 | 410 | 422 | 428 | 500 | 503;

export interface HttpReply {
  status: HttpStatus;
  headers: Record<string, string>;
  body: object;
}

/** 2xx if and only if the operation is known to have been executed. 428: RFC 6585 §3. */
function httpStatus(body: Envelope): HttpStatus {
  switch (body.status) {
    case "ok":
      return 200;
    case "confirmation_required":
    case "approval_pending":
      return 428;
    case "rejected":
      return reasons[body.reason].http;
  }
}

export function toHttp(reply: Reply): HttpReply {
  const { body } = reply;
  const mayRepeat = body.status === "rejected" || body.status === "approval_pending";
  const retryAfterMs = mayRepeat ? body.retry_after_ms : undefined;
  return {
    status: httpStatus(body),
    headers: {
      "Cache-Control": "no-store",
      "Tier2-Status": reply.status,
      ...(reply.operationId !== undefined && { "Tier2-Operation-Id": reply.operationId }),
      ...(reply.approval !== undefined && { "Tier2-Approval-Id": reply.approval.id }),
      ...(reply.replayed && { "Idempotency-Replayed": "true" }),
      ...(retryAfterMs !== undefined && { "Retry-After": String(Math.max(1, Math.ceil(retryAfterMs / 1000))) }),
    },
    body: reply.verbatim ?? body,
  };
}
