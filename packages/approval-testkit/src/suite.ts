import type { Check } from "./check.js";
import { accessRemoved } from "./checks/access-removed.js";
import { agentAlone } from "./checks/agent-alone.js";
import { changedArgument } from "./checks/changed-argument.js";
import { deniedThenCalled } from "./checks/denied-then-called.js";
import { oneDecision } from "./checks/one-decision.js";
import { oneRequest } from "./checks/one-request.js";
import { otherRequester } from "./checks/other-requester.js";
import { overlappingPolicies } from "./checks/overlapping-policies.js";
import { pendingToClients } from "./checks/pending-to-clients.js";
import { revokeFinal } from "./checks/revoke-final.js";
import { timeOutAfterCommit } from "./checks/time-out-after-commit.js";
import { usesCounted } from "./checks/uses-counted.js";

/** Every check there is: first the seven of the seed, in its order. */
export const checks: readonly Check[] = [
  ...changedArgument,
  ...otherRequester,
  ...overlappingPolicies,
  ...deniedThenCalled,
  ...accessRemoved,
  ...pendingToClients,
  ...timeOutAfterCommit,
  ...usesCounted,
  ...revokeFinal,
  ...oneRequest,
  ...oneDecision,
  ...agentAlone,
];
