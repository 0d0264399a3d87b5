/**
 * A *desk* is what one requester has asked for with one tool: which approval stands for each slot. It is where first calls
 * that come at once meet, what finds a grant again, and what counts the open requests.
 */
import { Tier2Error } from "../errors.js";
import type { FirstWrite, StoredRecord } from "../store.js";

export interface Place {
  readonly slot: string;
  /** The approval's. */
  readonly id: string;
  /** The one before it. */
  readonly previous?: string;
  /** Not known to be decided or over. */
  readonly open: boolean;
  /** When it was opened, on the store's clock; absent where the desk's own write says it. */
  readonly atMs?: number;
}

const formatVersion = 1;
const dayMs = 24 * 3_600_000;
/** A desk at which nobody asks any more. A grant that outlives it is not found again, and asked for anew. */
const keptForMs = 60 * dayMs;
/** Whoever comes by after that writes it anew, so that it stays. */
const renewedAfterMs = keptForMs / 2;
/** Older places that are not open make room for new ones. */
const mostPlaces = 100;
/** A place this young whose approval is absent has not got it yet; of an older one it has ended. */
const insertsWithinMs = 3_600_000;

export function deskWrite(sha256: (text: string) => string, places: readonly Place[]): FirstWrite {
  const state = JSON.stringify({ v: formatVersion, places });
  return {
    tag: `desk ${sha256(state)}`,
    state,
    body: "null",
    deadlineInMs: renewedAfterMs,
    payloadForMs: keptForMs,
    recordForMs: keptForMs,
    listed: false,
  };
}

/** @throws Tier2Error `record_unreadable` if another version wrote it. */
export function placesOf(record: StoredRecord | null): readonly Place[] {
  if (record === null) return [];
  const { v, places } = JSON.parse(record.state) as { v: unknown; places: readonly Place[] };
  if (v !== formatVersion) {
    throw new Tier2Error(
      "record_unreadable",
      `A stored desk has format version ${String(v)}; this version reads ${formatVersion}.`,
    );
  }
  const writtenAtMs = record.deadlineMs - renewedAfterMs;
  return places.map((place) => ({ ...place, atMs: place.atMs ?? writtenAtMs }));
}

export const isYoung = ({ atMs = 0 }: Place, nowMs: number): boolean => nowMs - atMs < insertsWithinMs;

/** The new one takes the place of its slot; the oldest that are not open go if there are too many. */
export function withPlace(places: readonly Place[], place: Place): readonly Place[] {
  const others = places.filter(({ slot }) => slot !== place.slot);
  let surplus = others.length + 1 - mostPlaces;
  const stay = others.filter(({ open }) => {
    const goes = !open && surplus > 0;
    if (goes) surplus -= 1;
    return !goes;
  });
  return [...stay, place];
}
