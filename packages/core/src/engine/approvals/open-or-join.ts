import type { ApprovalRequest, ApprovalStatus, StoredApproval } from "../../approval/approval.js";
import type { ApprovalParts } from "./approval-parts.js";

/** What is asked for. Digest, instant and history of the slot are added here. */
export type Asked = Omit<ApprovalRequest, "actionDigest" | "requestedAtMs" | "previous">;

export interface Standing {
  readonly kind: "standing";
  readonly approval: StoredApproval;
  /** `pending`: wait. `approved`: usable now. `denied`: its cool-down is not over. */
  readonly status: Extract<ApprovalStatus, "pending" | "approved" | "denied">;
  /** This very call opened it: exactly one of those that come at once. */
  readonly opened: boolean;
}

export type OpenOrJoin =
  | Standing
  /** As many requests of this requester for this tool are open as may be. */
  | { readonly kind: "too_many_requests"; readonly retryAfterMs: number };

export interface Opening {
  /** Would the policies loaded now accept this grant? False: another request is opened. */
  accepts(grant: StoredApproval): boolean;
  /** Open requests per requester and tool. Default 20. */
  readonly maxOpen?: number;
}

/**
 * The standing request or grant of this slot, or a new one. However many processes call at once, one record is made.
 *
 * @throws Tier2Error `store_unavailable`: repeating it joins what was opened.
 */
export async function openOrJoin(_parts: ApprovalParts, _asked: Asked, _opening: Opening): Promise<OpenOrJoin> {
  throw new Error("not built yet");
}
