import { type Action, actionDigest } from "../../approval/action-digest.js";
import type { ApprovalRequest, ApprovalStatus, StoredApproval } from "../../approval/approval.js";
import { coverageOf, coveredOf } from "../../approval/coverage.js";
import { deskWrite, type Place, placesOf, withPlace } from "../../approval/desk.js";
import { deskKind } from "../../approval/kinds.js";
import { newApprovalId } from "../../approval/read.js";
import { isPast } from "../../approval/view.js";
import { Tier2Error } from "../../errors.js";
import type { Insert, StoredRecord, Swap } from "../../store.js";
import { joined } from "../token.js";
import { repeated } from "../transition.js";
import type { ApprovalParts } from "./approval-parts.js";
import { approvalAt, stillOpen } from "./place.js";
import { stillStanding } from "./still-standing.js";

/** What is asked for. Digest, instant and what came before it are added here. */
export type Asked = Omit<ApprovalRequest, "actionDigest" | "requestedAtMs" | "previous"> &
  Pick<Action, "secretsDigest">;

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

/**
 * The standing request or grant of this slot, or a new one. However many processes call at once, one record is made: the
 * desk names it before it is there, and whoever finds it named and absent makes it.
 *
 * @throws Tier2Error `store_unavailable`: repeating it joins what was opened.
 */
export async function openOrJoin(parts: ApprovalParts, asked: Asked, opening: Opening): Promise<OpenOrJoin> {
  const { platform, approvalStore, retryPausesMs } = parts;
  const request = requestOf(parts, asked);
  const slot = slotOf(parts, request);
  const deskId = deskIdOf(parts, request);
  let desk: StoredRecord | null = await repeated(platform, retryPausesMs, () => approvalStore.get(deskId));
  let mine: string | undefined;
  for (let round = 0; round < maxRounds; round += 1) {
    const places = placesOf(desk);
    const place = places.find((one) => one.slot === slot);
    if (place !== undefined && desk !== null) {
      const found = await approvalAt(parts, place, { desk, request, mine });
      const standing = found && (await stillStanding(parts, request, found, opening));
      if (standing !== undefined) {
        if (isPast(desk)) await put(parts, deskId, desk, places);
        return standing;
      }
    }
    const others = await stillOpen(parts, places, { slot, desk, maxOpen: opening.maxOpen ?? defaultMaxOpen });
    if (others === undefined) return { kind: "too_many_requests", retryAfterMs: tooManyRetryMs };
    mine = newApprovalId(platform.randomText());
    const next: Place = { slot, id: mine, ...(place && { previous: place.id }), open: true };
    // The next round finds it there, or the one of whoever was faster.
    desk = (await put(parts, deskId, desk, withPlace(others, next))).record;
  }
  throw new Tier2Error("store_contradiction", "A desk never came to rest.");
}

/** The request that this would be. */
export function requestOf({ platform }: ApprovalParts, asked: Asked): ApprovalRequest {
  // Of the secrets nothing is stored but what stands in the digest of the whole.
  const { secretsDigest: _, ...shown } = asked;
  return { ...shown, actionDigest: actionDigest(platform, asked), requestedAtMs: platform.wallMs() };
}

/** What a second first call joins. */
export function slotOf({ platform }: ApprovalParts, request: ApprovalRequest): string {
  return platform.sha256(JSON.stringify(coverageOf(request.requirement.bind, coveredOf(request))));
}

export const deskIdOf = ({ platform, server }: ApprovalParts, { requester, tool }: ApprovalRequest): string =>
  deskKind + platform.sha256(joined("desk", requester.tokenId, server, tool));

function put(
  { platform, approvalStore, retryPausesMs }: ApprovalParts,
  id: string,
  found: StoredRecord | null,
  places: readonly Place[],
): Promise<Insert | Swap> {
  const write = deskWrite(platform.sha256, places);
  return repeated<Insert | Swap>(platform, retryPausesMs, () =>
    found === null ? approvalStore.insert(id, write) : approvalStore.swap(id, found.tag, write, always),
  );
}
