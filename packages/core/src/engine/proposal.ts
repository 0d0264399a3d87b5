import { Tier2Error } from "../errors.js";
import type { Json } from "../params/plain-json.js";
import type { Requester } from "../requester.js";
import type { StoredRecord } from "../store.js";
import type { Material } from "../tool/material.js";
import type { Bound } from "./bound.js";
import type { Resolved } from "./resolve.js";

/** What a confirmation keeps of its first call: the immutable body of its record. */
export interface Proposal {
  readonly requester: Requester;
  readonly server: string;
  readonly tool: string;
  /** As they were sent, without the secret ones. */
  readonly params: Json;
  /** What the tool's `resolve` made of some of them: the handler gets exactly this. */
  readonly resolved?: Resolved | undefined;
  readonly preview: Json;
  /** For people who have to find out what became of it. */
  readonly summary?: string | undefined;
  readonly stateVersion?: string | undefined;
  /** Issued by `issueToken`, so no tool's own preview stands behind it. */
  readonly byHand?: true;
  readonly material?: Material | undefined;
  /** What had to be allowed first. */
  readonly approval?: Bound | undefined;
}

const formatVersion = 1;

export const writeProposal = (proposal: Proposal): string => JSON.stringify({ v: formatVersion, ...proposal });

/**
 * Null where the payload is no longer kept, or never was (a completion onto a lost record).
 *
 * @throws Tier2Error `record_unreadable` if another version wrote it.
 */
export function readProposal(record: StoredRecord): Proposal | null {
  if (record.body === null) return null;
  const body = parse(record.body);
  if (body !== null && body.v !== formatVersion) {
    throw new Tier2Error(
      "record_unreadable",
      `A stored proposal has format version ${body.v}; this version reads ${formatVersion}.`,
    );
  }
  return body;
}

function parse(text: string): ({ v: number } & Proposal) | null {
  try {
    return JSON.parse(text) as ({ v: number } & Proposal) | null;
  } catch (cause) {
    throw new Tier2Error("record_unreadable", "A stored proposal is not JSON.", { cause });
  }
}
