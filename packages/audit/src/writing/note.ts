import type { Placing } from "../chain/seal.js";
import type { Body } from "../entry/body.js";
import { type EncryptionKey, sealBody } from "../entry/encryption.js";
import type { Kind } from "../entry/entry.js";
import type { Recovered } from "../sink.js";

/** What is to be written, before it has its place. */
export interface Note {
  readonly kind: Kind;
  readonly body: Body;
}

/** What the log tells of itself. */
export const recoveredNote = ({ bytes, digest }: Recovered): Note => ({
  kind: "log",
  body: { type: "recovered", bytes, digest },
});
/** So many events were not written, since there was no room to keep them until they could be. */
export const missedNote = (count: number): Note => ({ kind: "log", body: { type: "missed", count } });
export const missedCount = ({ kind, body }: Note): number | undefined =>
  kind === "log" && body.type === "missed" ? (body.count as number) : undefined;

export const placing =
  ({ kind, body }: Note, atMs: number, key: EncryptionKey | undefined): Placing =>
  ({ log, seq }) =>
    key === undefined ? { atMs, kind, body } : { atMs, kind, sealed: sealBody(key, { log, seq, atMs, kind }, body) };
