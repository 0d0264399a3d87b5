/**
 * What lets one claimed operation through where its token was issued under an approval: policies judged anew, and one use of
 * the grant. Without an approval it asks no store.
 */
import type { Granted, Spent, StoredApproval } from "../approval/approval.js";
import type { Refund } from "../approval/command.js";
import { statusOf } from "../approval/view.js";
import { accepts } from "../policy/accepts.js";
import type { PolicyRef } from "../policy/policy.js";
import type { Demand } from "../policy/requirement-for.js";
import type { Level } from "../tier.js";
import type { ApprovalMeta } from "../wire/approval-pending.js";
import type { Refusal } from "../wire/envelope.js";
import { findApproval } from "./approvals/find-approval.js";
import { isInTimeToStart, refund, reserve } from "./approvals/reserve.js";
import { type Bound, coveredBy, metaOf } from "./bound.js";
import type { Under } from "./checks.js";
import { definitionDigest } from "./definition-digest.js";
import { demandOf } from "./demand.js";
import type { Run } from "./gates.js";
import { givenDecision } from "./given-decision.js";
import type { Parts } from "./parts.js";
import { refusedUse } from "./unusable.js";

const policyChanged: Refusal = { reason: "policy_changed" };
const unknown: Refusal = { reason: "not_executed", detail: "approval_unknown" };
const tooLate: Refusal = { reason: "not_executed", detail: "too_late" };

export class Permit {
  /** What the tool demands of this call, as it was asked after the claim. */
  level: Level = "L4";
  /** The policies that would accept what was decided, as they are loaded now. */
  allowed: readonly PolicyRef[] = [];
  #approval: StoredApproval | undefined;
  #demand: Demand = { kind: "free" };
  #sentAtMs = 0;
  /** Of this approval a use may be spent: the store said so, or said nothing. */
  #spentOf: string | undefined;

  /** Would the policies loaded now accept this decision? Undefined: yes. */
  async refusedByPolicy(run: Run): Promise<Refusal | undefined> {
    const { parts, definition, hints, params, proposal, about } = run;
    const { requester } = about;
    const { material, approval: bound } = proposal;
    this.#demand = demandOf(parts, { definition, level: this.level, hints, params, requester, material });
    if (this.#demand.kind === "uncovered") return { reason: "level_unavailable", detail: "no_policy" };
    if (bound === undefined) return this.#demand.kind === "free" ? undefined : policyChanged;
    if (bound.definition !== definitionDigest(parts, definition)) {
      return { reason: "policy_changed", detail: "definition_changed" };
    }
    this.#approval = await findApproval(parts, bound.id);
    const refusal = refusedStanding(this.#approval, about.operationId);
    if (refusal !== undefined) return refusal;
    if (!this.#isAccepted(about.operationId)) return policyChanged;
    if (this.#demand.kind === "required") this.allowed = this.#demand.requirement.matched;
    return undefined;
  }

  /** Spends one use of the grant on this operation: the last thing that is waited for before the handler. */
  async refusedByGrant({ parts, proposal, about, params }: Run): Promise<Refusal | undefined> {
    const { approval: bound } = proposal;
    if (bound === undefined) return undefined;
    try {
      this.#spentOf = bound.id;
      const use = { operationId: about.operationId, ...coveredBy(about.requester, proposal, bound) };
      const reserved = await reserve(parts, bound.id, use);
      if (!reserved.ok) {
        this.#spentOf = undefined;
        return refusedUse(reserved.why, reserved.approval);
      }
      this.#approval = reserved.approval;
      this.#sentAtMs = reserved.sentAtMs;
      // Once more, on what stands there now: others may have spent uses since it was read.
      return this.#isAccepted(about.operationId) ? undefined : policyChanged;
    } catch (error) {
      parts.tell(about, { type: "hook_failed", hook: "approval", error: params.redact.error(error) });
      return unknown;
    }
  }

  /** To be asked with nothing awaited between this and the handler: whoever revokes waits just as long. */
  refusedAsLate({ parts, proposal }: Run, mayStartNow: () => boolean): Refusal | undefined {
    if (proposal.approval === undefined) return undefined;
    return isInTimeToStart(parts, { sentAtMs: this.#sentAtMs }) && mayStartNow() ? undefined : tooLate;
  }

  /** Of an operation that did not happen, once. */
  async giveBack(parts: Parts, about: Run["about"]): Promise<void> {
    const id = this.#spentOf;
    this.#spentOf = undefined;
    if (id !== undefined) await giveBack(parts, id, about);
  }

  /** What the handler is told of it. */
  inContext(): { readonly approval?: { readonly id: string; readonly approvers: readonly string[] } } {
    const grant = this.#grant();
    return grant === undefined ? {} : { approval: { id: grant.id, approvers: approversOf(grant) } };
  }

  /** For whoever asks later why this ran. `bound`: what its token was issued under. */
  approved(bound: Pick<Bound, "actionDigest"> | undefined): Under["approval"] {
    const grant = this.#grant();
    if (grant === undefined || bound === undefined) return undefined;
    const { id, allows, breakGlass } = grant;
    return {
      id,
      approvers: approversOf(grant),
      ...(breakGlass !== undefined && { breakGlass: true, evidence: breakGlass.evidence }),
      actionDigest: bound.actionDigest,
      allows,
    };
  }

  #grant(): (Granted & { readonly id: string }) | undefined {
    if (this.#approval?.state.status !== "approved") return undefined;
    const { id, state } = this.#approval;
    return { id, ...state };
  }

  /** Beside the answer of an operation that it let through. */
  meta(operationId: string): ApprovalMeta | undefined {
    return this.#approval && metaOf(this.#approval, operationId);
  }

  #isAccepted(operationId: string): boolean {
    const given = this.#approval && givenDecision(this.#approval, operationId);
    return given !== undefined && accepts(this.#demand, given);
  }
}

const approversOf = ({ allows }: Granted): string[] => allows.map(({ approver }) => approver);

/** Before anything is spent. What this very operation has spent already, in an earlier attempt, stays its own. */
function refusedStanding(approval: StoredApproval | undefined, operationId: string): Refusal | undefined {
  const status = approval && statusOf(approval);
  const isOwn =
    status === "exhausted" && approval?.state.status === "approved" && isSpentBy(approval.state, operationId);
  return status === "approved" || isOwn ? undefined : refusedUse(status ?? "not_found", approval);
}

const isSpentBy = ({ spent }: { spent: readonly Spent[] }, operationId: string): boolean =>
  spent.some((use) => use.operationId === operationId);

/** Never rejects: a use that cannot be given back counts as spent, which is told. */
export async function giveBack(
  parts: Parts,
  approvalId: string,
  about: Run["about"],
  by?: Refund["by"],
): Promise<void> {
  try {
    await refund(parts, approvalId, about.operationId, by);
  } catch (error) {
    parts.tell(about, { type: "use_kept", approvalId, error });
  }
}
