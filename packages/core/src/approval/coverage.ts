import type { Requirement } from "../policy/requirement.js";
import type { Requester } from "../requester.js";

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
 * only what has its own. A session that nobody can name covers only what was shown.
 */
export function coverageOf(bind: Requirement["bind"], of: Covered): readonly (string | null)[] {
  const { tokenId, subject = null, process } = of.requester;
  const whose = [tokenId, subject, of.server, of.tool, of.definition];
  if (bind === "tool") return ["tool", ...whose];
  if (bind === "session" && process !== undefined && of.credential !== undefined) {
    return ["session", ...whose, process, of.credential];
  }
  return ["action", ...whose, of.actionDigest];
}
