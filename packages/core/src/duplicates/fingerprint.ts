import type { FirstWrite, StoredRecord } from "../store.js";

/** The id prefix of fingerprint records. */
export const fingerprintKind = "d:";

const formatVersion = 1;

/** Names the operation that runs, or ran last, with one fingerprint. Its tag is that operation's id. */
export const fingerprintWrite = (
  operationId: string,
  confirmationId: string,
  recordForMs: number | null,
): FirstWrite => ({
  tag: operationId,
  state: JSON.stringify({ v: formatVersion, confirmationId }),
  body: "null",
  deadlineInMs: 0,
  payloadForMs: recordForMs,
  recordForMs,
  listed: false,
});

/** The confirmation that a fingerprint record names. */
export const confirmationIdIn = (record: StoredRecord): string =>
  (JSON.parse(record.state) as { confirmationId: string }).confirmationId;
