import { type Refusal, rejected } from "../wire/envelope.js";
import { type Reply, replyOf } from "../wire/reply.js";
import type { Parts, Subject } from "./parts.js";

/** Tells a refusal and answers it. */
export function refused(parts: Parts, about: Subject, refusal: Refusal, error?: unknown): Reply {
  const { reason, detail } = refusal;
  parts.tell(about, {
    type: "refused",
    reason,
    ...(detail !== undefined && { detail }),
    ...(error !== undefined && { error }),
  });
  // A detail is told only where everything matched: a stranger does not learn which operation a token names.
  const operationId = detail === undefined ? undefined : about.operationId;
  return replyOf({ body: rejected(about.tool, refusal) }, { operationId });
}
