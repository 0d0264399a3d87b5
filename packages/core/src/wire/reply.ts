import type { ApprovalMeta } from "./approval-pending.js";
import type { Envelope } from "./envelope.js";

/** What is recorded for a token and given out again on each replay. */
export interface Answer {
  readonly body: Envelope;
  /** A guarded tool's own result: an adapter that knows its form sends it instead of the body. */
  readonly verbatim?: object;
  /** What somebody had to allow, told beside the answer on each replay too. */
  readonly approval?: ApprovalMeta;
}

/** All that core owes an adapter. */
export interface Reply extends Answer {
  readonly status: Envelope["status"];
  /** True if nothing ran now and the answer is the recorded one, byte for byte. */
  readonly replayed: boolean;
  readonly operationId?: string;
}

export function replyOf(answer: Answer, beside: { replayed?: boolean; operationId?: string | undefined } = {}): Reply {
  return {
    status: answer.body.status,
    body: answer.body,
    ...(answer.verbatim !== undefined && { verbatim: answer.verbatim }),
    ...(answer.approval !== undefined && { approval: answer.approval }),
    replayed: beside.replayed ?? false,
    ...(beside.operationId !== undefined && { operationId: beside.operationId }),
  };
}
