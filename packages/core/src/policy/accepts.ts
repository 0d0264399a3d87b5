import type { Vote } from "../approval/approval.js";
import { isEntitled } from "./approvers.js";
import { isAsNarrow } from "./bind.js";
import type { Bind } from "./policy.js";
import { quorumReached, type Stage } from "./quorum.js";
import type { Requirement } from "./requirement.js";
import type { Demand } from "./requirement-for.js";
import { least } from "./validity.js";

/** A decision as it stands when an operation is about to start under it. */
export interface GivenDecision {
  readonly allows: readonly Vote[];
  /** The last stage that the request reached. */
  readonly stage: Stage;
  /** What it was asked for: the bind of the requirement at that time. */
  readonly bind: Bind;
  readonly uses: number | null;
  readonly minutes: number | null;
  /** Operations that it let through before this one. */
  readonly spentCount: number;
  readonly ageMs: number;
  /** Who broke the glass, if that is how it came about. */
  readonly breakGlass?: { readonly by: string } | undefined;
}

/** Would the policies loaded now accept this decision? They may have changed since, and so may the facts. */
export function accepts(now: Demand, given: GivenDecision): boolean {
  if (now.kind === "free") return true;
  if (now.kind !== "required") return false;
  const { requirement } = now;
  return (
    isAsNarrow(given.bind, requirement.bind) &&
    isWithin(given, requirement) &&
    (given.breakGlass === undefined
      ? quorumReached(requirement, given.allows, given.stage)
      : isBreakGlassAccepted(requirement, given, given.breakGlass.by))
  );
}

function isWithin(given: GivenDecision, { uses, minutes }: Pick<Requirement, "uses" | "minutes">): boolean {
  const mostUses = least([given.uses, uses]);
  const mostMinutes = least([given.minutes, minutes]);
  return (
    (mostUses === null || given.spentCount < mostUses) && (mostMinutes === null || given.ageMs < mostMinutes * 60_000)
  );
}

/** One operation, a short time, and whoever did it may still do it. */
function isBreakGlassAccepted({ breakGlass }: Requirement, given: GivenDecision, by: string): boolean {
  if (breakGlass === undefined) return false;
  const vote = given.allows.find(({ approver }) => approver === by);
  return (
    isEntitled(breakGlass.approvers, { id: by, groups: vote?.groups }) &&
    isWithin(given, { uses: 1, minutes: breakGlass.minutes })
  );
}
