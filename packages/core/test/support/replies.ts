import { approvalPending } from "../../src/wire/approval-pending.js";
import type { Envelope } from "../../src/wire/envelope.js";
import { confirmationRequired, ok, rejected } from "../../src/wire/envelope.js";
import { type Reason, reasons } from "../../src/wire/reasons.js";
import { replyOf } from "../../src/wire/reply.js";

export const pending = confirmationRequired({
  ...{ tool: "delete_foo", summary: "Will delete foo #7.", preview: { foo_id: 7 } },
  ...{ token: "cfm_one", ttlMs: 300_000 },
});
export const waits = approvalPending({
  ...{ tool: "delete_foo", summary: "Will delete foo #7.", id: "apr_one", decideByMs: 1_796_086_800_000 },
  ...{ approvers: ["group:ops"], retryAfterMs: 10_000, progress: { needed: 1, given: 0, panels: [] } },
});
export const executed = ok({ tool: "delete_foo", message: "Deleted", details: { foo: { id: 7 } } });
export const running = rejected("delete_foo", { reason: "unknown_or_used", detail: "in_flight", retryAfterMs: 1200 });

const refusals = (Object.keys(reasons) as Reason[]).map((reason) => rejected("delete_foo", { reason }));

/** One of every kind there is. */
export const envelopes: readonly Envelope[] = [pending, waits, executed, running, ...refusals];

export const first = (body: Envelope) => replyOf({ body });
