import { approversOf } from "./approvers.js";
import { bindOf } from "./bind.js";
import { breakGlassOf } from "./break-glass.js";
import { factsFor, type PolicyCall } from "./call.js";
import { checkpointOf } from "./checkpoint.js";
import { deadlineOf, inMs } from "./deadline.js";
import type { Policy, PolicyRef } from "./policy.js";
import { peopleOfLevel } from "./quorum.js";
import type { Panel, Requirement } from "./requirement.js";
import { specificityOf } from "./scope.js";
import { validityOf } from "./validity.js";

/** Most specific first, then by id: in what order somebody wrote them down changes nothing. */
export const inOrder = (policies: readonly Policy[]): Policy[] =>
  [...policies].sort((a, b) => specificityOf(b) - specificityOf(a) || (a.id < b.id ? -1 : 1));

/** What policies that apply to one call demand together, in order and at least one. The most specific say who decides; each constrains what that is worth. */
export function combined(matched: readonly Policy[], call: PolicyCall): Requirement {
  const highest = Math.max(...matched.map(specificityOf));
  const deciding = matched.filter((policy) => specificityOf(policy) === highest);
  const constraining = matched.filter((policy) => !deciding.includes(policy));
  const least = mostPeople(constraining, call);
  const checkpoint = checkpointOf(matched);
  const breakGlass = breakGlassOf(deciding, matched);
  return {
    matched: matched.map(refOf),
    panels: deciding.map((policy) => panelOf(policy, call, least)),
    quorum: mostPeople(matched, call),
    ...validityOf(matched),
    ...deadlineOf(deciding),
    bind: bindOf(matched, call),
    coolDownMs: Math.max(...matched.map(({ coolDownMinutes = 0 }) => inMs(coolDownMinutes))),
    ...(checkpoint && { checkpoint }),
    ...(breakGlass && { breakGlass }),
  };
}

export const refOf = ({ id, version }: Policy): PolicyRef => ({ id, version });

const mostPeople = (policies: readonly Policy[], { level }: PolicyCall): number =>
  Math.max(peopleOfLevel[level], ...policies.map(quorumOf));

const quorumOf = ({ quorum = 1 }: Policy): number => quorum;

/** What others ask for at least, each panel has to reach by itself: one panel more must not spare another a person. */
function panelOf(policy: Policy, call: PolicyCall, least: number): Panel {
  return {
    policy: refOf(policy),
    approvers: approversOf(policy, factsFor(call)),
    escalateTo: policy.onDeadline === "escalate" ? [...policy.escalateTo] : [],
    quorum: Math.max(quorumOf(policy), least),
  };
}
