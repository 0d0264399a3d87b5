import type { Requirement } from "../policy/requirement.js";
import type { Requester } from "../requester.js";

/** One operation as a grant sees it. */
export interface Covered {
  readonly requester: Requester;
  readonly server: string;
  readonly tool: string;
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
  const whose = [bind, tokenId, subject, of.server, of.tool];
  if (bind === "tool") return whose;
  if (bind === "session" && process !== undefined && of.credential !== undefined) {
    return [...whose, process, of.credential];
  }
  return [...whose, of.actionDigest];
}
