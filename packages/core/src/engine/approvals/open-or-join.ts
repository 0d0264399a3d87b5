import type { ApprovalRequest, ApprovalStatus, StoredApproval } from "../../approval/approval.js";
import { actionDigest } from "../../approval/action-digest.js";
import { coverageOf } from "../../approval/coverage.js";
import { deskKind, deskWrite, type Place, placesOf, withPlace } from "../../approval/desk.js";
import { previousOf } from "../../approval/previous.js";
import { approvalRecordIdOf, newApprovalId, readApproval } from "../../approval/read.js";
import { isEscalationDue, isPast, statusOf } from "../../approval/view.js";
import { requestWrite } from "../../approval/write.js";
import { Tier2Error } from "../../errors.js";
import type { Insert, StoredRecord, Swap } from "../../store.js";
import { joined } from "../token.js";
import { repeated } from "../transition.js";
import type { ApprovalParts } from "./approval-parts.js";
import { decideByOf } from "./shown.js";
import { findApproval } from "./find-approval.js";
import { transition } from "./transition.js";

/** What is asked for. Digest, instant and what came before it are added here. */
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

const always = { deadline: "any", history: "any" } as const;
const maxRounds = 1000;
const defaultMaxOpen = 20;
const tooManyRetryMs = 60_000;
/** A place this young whose approval is absent has not got it yet; of an older one it has ended. */
const insertsWithinMs = 3_600_000;

/**
 * The standing request or grant of this slot, or a new one. However many processes call at once, one record is made.
 *
 * @throws Tier2Error `store_unavailable`: repeating it joins what was opened.
 */
export async function openOrJoin(parts: ApprovalParts, asked: Asked, opening: Opening): Promise<OpenOrJoin> {
  const { platform, server } = parts;
  const { requester, tool, requirement, material } = asked;
  const request = { ...asked, actionDigest: actionDigest(platform, asked), requestedAtMs: platform.wallMs() };
  const slot = platform.sha256(
    JSON.stringify(coverageOf(requirement.bind, { ...request, credential: material.credential })),
  );
  const deskId = deskKind + platform.sha256(joined("desk", requester.tokenId, server, tool));
  let desk = await retried(parts, () => parts.approvalStore.get(deskId));
  for (let round = 0; round < maxRounds; round += 1) {
    const places = placesOf(desk);
    const place = places.find((one) => one.slot === slot);
    const found = place && (await standingAt(parts, request, place, desk));
    if (found !== undefined) {
      const standing = await stillStanding(parts, request, found, opening);
      if (standing !== undefined) {
        if (desk !== null && isPast(desk)) await put(parts, deskId, desk, places);
        return standing;
      }
    }
    const open = await stillOpen(parts, places, slot, opening.maxOpen ?? defaultMaxOpen);
    if (open === undefined) return { kind: "too_many_requests", retryAfterMs: tooManyRetryMs };
    const id = newApprovalId(platform.randomText());
    const written = await put(parts, deskId, desk, withPlace(open, { slot, id, atMs: desk?.nowMs ?? 0, open: true }));
    desk = written.record;
    // The next round finds it, or whoever was faster.
  }
  throw new Tier2Error("store_contradiction", "A desk never came to rest.");
}
