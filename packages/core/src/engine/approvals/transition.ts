import type { StoredApproval } from "../../approval/approval.js";
import type { Command } from "../../approval/command.js";
import type { NotDecided, Unusable } from "../../approval/decision.js";
import { decide } from "../../approval/machine.js";
import { approvalRecordIdOf, readApproval } from "../../approval/read.js";
import { stateWrite } from "../../approval/write.js";
import { Tier2Error } from "../../errors.js";
import type { StoredRecord } from "../../store.js";
import { putOnRecord } from "../on-record.js";
import { repeated } from "../transition.js";
import type { ApprovalParts } from "./approval-parts.js";

export type Transition = {
  /** Monotonic clock of this process before the trip to the store that showed what is told here was first sent. */
  readonly sentAtMs: number;
} & Outcome;

type Outcome =
  /** Written by this attempt, or by an earlier one whose reply was lost. */
  | {
      readonly kind: "done";
      readonly before: StoredApproval;
      readonly approval: StoredApproval;
      readonly replicated: boolean;
    }
  | { readonly kind: "same"; readonly approval: StoredApproval | null }
  | { readonly kind: "refuse"; readonly why: NotDecided | Unusable; readonly approval: StoredApproval | null };

/** As many as may meet at one grant, each of which lets one other go first. */
const maxRounds = 2000;

/**
 * The one loop of approvals: decide on what stands, swap, and on refusal decide again on what came back. Why it is not that
 * of confirmations stands there (`../transition.ts`).
 *
 * @throws Tier2Error `store_unavailable` when the store stays away: the outcome is then unknown.
 */
export async function transition(parts: ApprovalParts, id: string, command: Command): Promise<Transition> {
  const { approvalStore, platform, times, retryPausesMs } = parts;
  const attempt = <T>(work: () => Promise<T>) => repeated(platform, retryPausesMs, work);
  const recordId = approvalRecordIdOf(id);
  let sentAtMs = platform.monotonicMs();
  let record = recordId === undefined ? null : await attempt(() => approvalStore.get(recordId));
  for (let round = 0; round < maxRounds; round += 1) {
    const before = approvalIn(parts, record);
    const decision = decide(before, command);
    if (decision.kind !== "swap") return { ...decision, approval: before, sentAtMs };
    // Nothing is swapped that was not read.
    const standing = before as StoredApproval;
    const write = stateWrite(platform.sha256, standing, decision, times.tombstoneMs);
    let attempts = 0;
    sentAtMs = platform.monotonicMs();
    const swap = await attempt(() => {
      attempts += 1;
      return approvalStore.swap(recordId as string, standing.tag, write, decision.condition);
    });
    record = swap.record;
    // Its own tag stands there if the reply of an earlier attempt was lost; else it is that of another with the same aim.
    const isWritten = swap.ok || (attempts > 1 && record?.tag === write.tag);
    if (!isWritten) continue;
    const approval = readApproval(record as StoredRecord);
    if (decision.thenDecide === true || command.type === "escalate") await tellEscalated(parts, approval);
    if (decision.thenDecide === true) continue;
    return { kind: "done", before: standing, approval, replicated: swap.replicated ?? true, sentAtMs };
  }
  throw new Tier2Error(
    "store_contradiction",
    `Store "${approvalStore.name}" refused ${maxRounds} swaps that its own answers allow.`,
  );
}

/** Another server of the same store has its own approvers, policies and hooks. */
export function approvalIn({ server }: Pick<ApprovalParts, "server">, record: StoredRecord | null) {
  const approval = record && readApproval(record);
  return approval?.request.server === server ? approval : null;
}

async function tellEscalated(parts: ApprovalParts, { id, request }: StoredApproval): Promise<void> {
  const { tool, requester } = request;
  await putOnRecord(parts, { tool, requester }, { type: "approval_escalated", approvalId: id });
}
