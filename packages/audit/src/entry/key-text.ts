import { randomBytes } from "node:crypto";
import { type EncryptionKey, keyBytes } from "./encryption.js";

/** A new key of bodies, as JSON for a file or a vault. */
export const newKeyText = (keyId: string): string =>
  `${JSON.stringify({ keyId, key: randomBytes(keyBytes).toString("base64url") })}\n`;

/** The key in such a text; undefined if there is none. */
export function encryptionKeyOf(text: string): EncryptionKey | undefined {
  try {
    const { keyId, key } = JSON.parse(text) as Record<string, unknown>;
    const bytes = typeof key === "string" ? Buffer.from(key, "base64url") : undefined;
    const isOne = typeof keyId === "string" && keyId !== "" && bytes?.length === keyBytes;
    return isOne ? { keyId, key: bytes } : undefined;
  } catch {
    return undefined;
  }
}
