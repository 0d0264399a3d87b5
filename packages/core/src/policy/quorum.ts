import type { Vote } from "../approval/approval.js";
import type { Level } from "../tier.js";
import { isEntitled, type Person } from "./approvers.js";
import type { Panel, Requirement } from "./requirement.js";

/** 1: the deadline has passed once, and the next approvers joined. */
export type Stage = 0 | 1;

/** How many people each level takes at least. L1 and L2 take none out of the agent's reach. */
export const peopleOfLevel: Readonly<Record<Level, number>> = { L1: 0, L2: 0, L3: 1, L4: 2 };

/** May this person decide at all? */
export function mayDecide({ panels }: Requirement, person: Person, stage: Stage): boolean {
  return panels.some((panel) => isEntitled(membersOf(panel, stage), person));
}

/** Have enough distinct people allowed it: of each panel its own number, and of all together the greatest that anything asks for? */
export function quorumReached(requirement: Requirement, allows: readonly Vote[], stage: Stage): boolean {
  const { panels, quorum } = requirement;
  const people = allows.map(({ approver, groups }) => ({ id: approver, groups }));
  const distinct = (entitled: (person: Person) => boolean) => new Set(people.filter(entitled).map(({ id }) => id)).size;
  return (
    panels.length > 0 &&
    panels.every((panel) => distinct((person) => isEntitled(membersOf(panel, stage), person)) >= panel.quorum) &&
    distinct((person) => mayDecide(requirement, person, stage)) >= quorum
  );
}

const membersOf = ({ approvers, escalateTo }: Panel, stage: Stage) =>
  stage === 0 ? approvers : [...approvers, ...escalateTo];
