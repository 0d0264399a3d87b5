import { inMs } from "../policy/deadline.js";
import type { Stage } from "../policy/quorum.js";
import type { Requirement } from "../policy/requirement.js";
import { least } from "../policy/validity.js";
import type { Granted, Vote } from "./approval.js";

/** The deadline of a grant that no time ends: a hundred years, which nothing judges. */
const noEndMs = 100 * 365 * 24 * 3_600_000;

export const grantLengthMs = (minutes: number | null): number =>
  minutes === null ? noEndMs : Math.max(1, inMs(minutes));

/** What the approvers gave together: the least that the policies or any of them says. */
export function granted(requirement: Requirement, allows: readonly Vote[], stage: Stage): Granted {
  const { uses, minutes } = requirement;
  return {
    allows,
    stage,
    uses: least([uses, ...allows.map((vote) => vote.uses)]),
    minutes: least([minutes, ...allows.map((vote) => vote.minutes)]),
    spent: [],
    refunded: 0,
  };
}

/** Would this vote give more than the policies do? */
export const widens = ({ uses, minutes }: Requirement, vote: Vote): boolean =>
  exceeds(vote.uses, uses) || exceeds(vote.minutes, minutes);

const exceeds = (given: number | undefined, limit: number | null) =>
  given !== undefined && limit !== null && given > limit;
