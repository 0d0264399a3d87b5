import { readConfirmation } from "../confirmation/read.js";
import { type Duplicate, duplicateIn, hasEnded, leavesEarlier, stillToName } from "../duplicates/duplicate.js";
import {
  fingerprintKind,
  fingerprintWrite,
  type Named,
  operationsIn,
  releaseWrite,
} from "../duplicates/fingerprint.js";
import { Tier2Error } from "../errors.js";
import { canonicalJson } from "../params/canonical-json.js";
import type { Json } from "../params/plain-json.js";
import type { Insert, StoredRecord, Swap } from "../store.js";
import type { Parts } from "./parts.js";
import { joined } from "./token.js";
import { repeated } from "./transition.js";

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

interface Found {
  readonly duplicate: Duplicate;
  /** From the duplicate on, newest first. */
  readonly operations: readonly Named[];
}

function fingerprintId({ platform, server }: Parts, { tokenId, tool, params }: Fingerprinted): string {
  return fingerprintKind + platform.sha256(joined("fingerprint", tokenId, server, tool, canonicalJson(params)));
}

/** At preview: what the same operation became a short time ago. */
export async function findDuplicate(parts: Parts, like: Fingerprinted): Promise<Duplicate | undefined> {
  const record = await parts.store.get(fingerprintId(parts, like));
  return record === null ? undefined : (await find(parts, record))?.duplicate;
}

/** The newest operation that a record names, or if that did not run the one that it would have repeated. */
async function find(parts: Parts, record: StoredRecord): Promise<Found | undefined> {
  const { times, duplicateWindowMs: windowMs, store } = parts;
  const operations = operationsIn(record);
  for (const [place, operation] of operations.entries()) {
    const stored = await store.get(operation.confirmationId);
    const confirmation = stored && readConfirmation(stored);
    const duplicate = duplicateIn(operation, confirmation, stored?.nowMs ?? record.nowMs, { times, windowMs });
    if (duplicate !== undefined) return { duplicate, operations: operations.slice(place) };
    if (!leavesEarlier(confirmation)) return undefined;
  }
  return undefined;
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
  let record: StoredRecord | null = null;
  let before: readonly Named[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const written = await put(parts, id, record, mine, before);
    // Its own tag stands there if the reply of an earlier attempt was lost.
    if (written.ok || written.record?.tag === mine.operationId) return undefined;
    record = written.record;
    const found: Found | undefined = record === null ? undefined : await find(parts, record);
    if (found !== undefined && found.duplicate.operationId !== acknowledged) return found.duplicate;
    before = found === undefined ? [] : stillToName(found.duplicate, found.operations);
  }
  throw new Tier2Error("store_contradiction", "A fingerprint record never came to rest.");
}

/** In place of the record that was found, or of none. */
function put(
  { platform, store, retryPausesMs }: Parts,
  id: string,
  found: StoredRecord | null,
  mine: Mine,
  before: readonly Named[],
): Promise<Insert | Swap> {
  const write = fingerprintWrite(named(mine), before);
  return repeated<Insert | Swap>(platform, retryPausesMs, () =>
    found === null ? store.insert(id, write) : store.swap(id, found.tag, write, always),
  );
}

/**
 * Once its end is recorded, and not before: from then on the fingerprint is kept for the window only. Housekeeping, so
 * it is neither awaited nor repeated: without it some bytes stay until the same operation comes again.
 */
export function releaseFingerprint(parts: Parts, like: Fingerprinted, mine: Mine, how: { ran: boolean }): void {
  shortenFingerprint(parts, like, mine, how).catch(() => {});
}

/** The same where it belongs to a transaction, and so must not fail unseen. */
export async function shortenFingerprint(
  parts: Parts,
  like: Fingerprinted,
  mine: Mine,
  { ran }: { ran: boolean },
): Promise<void> {
  const id = fingerprintId(parts, like);
  const instead = ran ? undefined : await repeatedBy(parts, id, mine);
  const [newest = named(mine), ...before] = instead?.operations ?? [];
  const keptForMs = instead === undefined || hasEnded(instead.duplicate) ? parts.duplicateWindowMs : null;
  await parts.store.swap(id, mine.operationId, releaseWrite(newest, before, keptForMs), always);
}

/** What stands in the way again, now that this operation did not run. */
async function repeatedBy(parts: Parts, id: string, { operationId }: Mine): Promise<Found | undefined> {
  const record = await parts.store.get(id);
  return record?.tag === operationId ? find(parts, record) : undefined;
}

const named = ({ id, operationId }: Mine) => ({ operationId, confirmationId: id });
