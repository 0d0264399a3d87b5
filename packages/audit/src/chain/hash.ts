import { hash } from "node:crypto";

/** What the first entry has in the place of the hash of the one before it: as many zero bits. */
export const beforeFirst = "A".repeat(43);

/** SHA-256, base64url without padding: 43 characters. */
export const sha256 = (data: string | Uint8Array): string => hash("sha256", data, "base64url");

/** Of two digests, so that a chain can be followed over entries that nobody discloses. */
export const chained = (prev: string, digest: string): string => sha256(`holdpoint audit v1\n${prev}${digest}`);
