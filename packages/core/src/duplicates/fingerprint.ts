import { Tier2Error } from "../errors.js";
import type { FirstWrite, StoredRecord, Write } from "../store.js";

/** The id prefix of fingerprint records. */
export const fingerprintKind = "d:";

const formatVersion = 1;

/** An operation that a fingerprint record names. */
export interface Named {
  readonly operationId: string;
  readonly confirmationId: string;
  /** When it became the newest of its kind, on the store's clock. */
  readonly startedAtMs: number;
}

/**
 * Names the operation that runs, or ran last, with one fingerprint: its id is the tag, and the deadline the instant at
 * which this was written. `before`: those that it repeats knowingly, newest first, which count again if it does not run.
 * Kept until it is released, since a doubt never lapses.
 */
export const fingerprintWrite = (newest: Newest, before: readonly Named[]): FirstWrite => ({
  ...face(newest, before),
  body: "null",
  deadlineInMs: 0,
  payloadForMs: null,
  recordForMs: null,
});

/** After an end: what is named from then on, and for how long (null = until a later write says otherwise). */
export const releaseWrite = (newest: Newest, before: readonly Named[], keptForMs: number | null): Write => ({
  ...face(newest, before),
  payloadForMs: keptForMs,
  recordForMs: keptForMs,
});

/** Without its instant where the store's own counts. */
type Newest = Omit<Named, "startedAtMs"> & Partial<Named>;

const face = ({ operationId, confirmationId, startedAtMs }: Newest, before: readonly Named[]) => ({
  tag: operationId,
  state: JSON.stringify({ v: formatVersion, confirmationId, startedAtMs, before }),
  listed: false,
});

/**
 * The operations that a fingerprint record names, newest first.
 *
 * @throws Tier2Error `record_unreadable` if another version wrote it: guessing its meaning could run something twice.
 */
export function operationsIn(record: StoredRecord): readonly Named[] {
  const { v, confirmationId, startedAtMs = record.deadlineMs, before } = parse(record.state);
  if (v !== formatVersion) {
    throw unreadable(`has format version ${String(v)}; this version reads ${formatVersion}`);
  }
  const operations = [
    { operationId: record.tag, confirmationId, startedAtMs },
    ...(Array.isArray(before) ? before : [before]),
  ];
  if (!operations.every(isNamed)) throw unreadable("names no operations");
  return operations;
}

const isNamed = (value: unknown): value is Named => {
  const { operationId, confirmationId, startedAtMs } = (value ?? {}) as Record<string, unknown>;
  return typeof operationId === "string" && typeof confirmationId === "string" && Number.isFinite(startedAtMs);
};

function parse(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch (cause) {
    throw unreadable("is not JSON", cause);
  }
}

const unreadable = (problem: string, cause?: unknown) =>
  new Tier2Error("record_unreadable", `A stored fingerprint ${problem}.`, { cause });
