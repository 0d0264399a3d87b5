import type { Requirement } from "../policy/requirement.js";
import { namesOf, type Requester } from "../requester.js";
import type { ApprovalRequest, StoredApproval } from "./approval.js";

/** One operation as a grant sees it. */
export interface Covered {
  readonly requester: Requester;
  readonly server: string;
  readonly tool: string;
  /** Digest of the tool's definition: what a decision about any call of the tool was about. */
  readonly definition: string;
  readonly actionDigest: string;
  /** `material.credential`. */
  readonly credential?: string | undefined;
}

/**
 * What a decision covers, as a list of texts: two operations with the same one share a request, and a grant lets through
 * only what has its own. In whose name an operation comes belongs to it, or somebody would decide about their own by way of
 * a request that came in another's. A session that nobody can name covers only what was shown.
 */
export function coverageOf(bind: Requirement["bind"], of: Covered): readonly (string | null)[] {
  const { process } = of.requester;
  const whose = [...namesOf(of.requester), of.server, of.tool, of.definition];
  if (bind === "tool") return ["tool", ...whose];
  if (bind === "session" && process !== undefined && of.credential !== undefined) {
    return ["session", ...whose, process, of.credential];
  }
  return ["action", ...whose, of.actionDigest];
}

/** Does this grant cover the operation? One that was given by breaking the glass never more than what was shown. */
export function isCovered({ request, state }: StoredApproval, use: Covered): boolean {
  const isEmergency = "breakGlass" in state && state.breakGlass !== undefined;
  const bind = isEmergency ? "action" : request.requirement.bind;
  const text = (of: Covered) => JSON.stringify(coverageOf(bind, of));
  return text(use) === text(coveredOf(request));
}

/** What was asked about, as an operation. */
export const coveredOf = ({
  requester,
  server,
  tool,
  definition,
  actionDigest,
  material,
}: ApprovalRequest): Covered => ({
  ...{ requester, server, tool, definition, actionDigest },
  credential: material.credential,
});
