import { readConfirmation } from "../confirmation/read.js";
import { type Duplicate, duplicateIn } from "../duplicates/duplicate.js";
import { confirmationIdIn, fingerprintKind, fingerprintWrite } from "../duplicates/fingerprint.js";
import { Tier2Error } from "../errors.js";
import { canonicalJson } from "../params/canonical-json.js";
import type { Json } from "../params/plain-json.js";
import type { StoredRecord } from "../store.js";
import type { Parts } from "./parts.js";
import { joined } from "./token.js";
import { repeated } from "./transition.js";

const retryPausesMs = [20, 100];
const maxRounds = 100;
const always = { deadline: "any", history: "any" } as const;

/** One operation as another one of the same kind would look. */
export interface Fingerprinted {
  readonly tokenId: string;
  readonly tool: string;
  /** Without the secret ones. */
  readonly params: Json;
}

/** The confirmation that claims to be the one of its kind. */
interface Mine {
  readonly id: string;
  readonly operationId: string;
}

function fingerprintId({ platform, server }: Parts, { tokenId, tool, params }: Fingerprinted): string {
  return fingerprintKind + platform.sha256(joined("fingerprint", tokenId, server, tool, canonicalJson(params)));
}

/** At preview: what the same operation became a short time ago. */
export async function findDuplicate(parts: Parts, like: Fingerprinted): Promise<Duplicate | undefined> {
  const record = await parts.store.get(fingerprintId(parts, like));
  return record === null ? undefined : duplicateOf(parts, record);
}

async function duplicateOf(parts: Parts, record: StoredRecord): Promise<Duplicate | undefined> {
  const earlier = await parts.store.get(confirmationIdIn(record));
  return duplicateIn(earlier && readConfirmation(earlier), record.tag, parts.times, parts.duplicateWindowMs);
}

/**
 * After the claim: makes this operation the one that its fingerprint names, unless another stands in the way that was
 * not acknowledged. Of two operations previewed before either was confirmed, the second to come here is told of the first.
 */
export async function takeFingerprint(
  parts: Parts,
  like: Fingerprinted,
  mine: Mine,
  acknowledged: string | undefined,
): Promise<Duplicate | undefined> {
  const id = fingerprintId(parts, like);
  const write = fingerprintWrite(mine.operationId, mine.id, null);
  const insert = await repeated(parts.platform, retryPausesMs, () => parts.store.insert(id, write));
  let record: StoredRecord | null = insert.ok ? null : insert.record;
  for (let round = 0; record !== null; round += 1) {
    if (round === maxRounds) throw new Tier2Error("store_contradiction", "A fingerprint record never came to rest.");
    if (record.tag === mine.operationId) return undefined;
    const duplicate = await duplicateOf(parts, record);
    if (duplicate !== undefined && duplicate.operationId !== acknowledged) return duplicate;
    const { tag } = record;
    const swap = await repeated(parts.platform, retryPausesMs, () => parts.store.swap(id, tag, write, always));
    if (swap.ok) return undefined;
    record = swap.record ?? (await insertAgain(parts, id, write));
  }
  return undefined;
}

/** It outlived its retention in between. */
async function insertAgain(
  parts: Parts,
  id: string,
  write: ReturnType<typeof fingerprintWrite>,
): Promise<StoredRecord | null> {
  const insert = await repeated(parts.platform, retryPausesMs, () => parts.store.insert(id, write));
  return insert.ok ? null : insert.record;
}

/** After the end: the fingerprint is kept for the window only. Housekeeping, so it is neither awaited nor repeated. */
export function releaseFingerprint(parts: Parts, like: Fingerprinted, mine: Mine): void {
  const write = fingerprintWrite(mine.operationId, mine.id, parts.duplicateWindowMs);
  parts.store.swap(fingerprintId(parts, like), mine.operationId, write, always).catch(() => {
    // It stays until the same operation comes again: some bytes too many, nothing wrong.
  });
}
