import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { sha256 } from "../chain/hash.js";
import type { Body } from "./body.js";
import { canonicalText } from "./canonical-text.js";
import type { Entry, SealedBody } from "./entry.js";

export const keyBytes = 32;
const ivBytes = 12;
const saltBytes = 16;

/** A key for AES-256-GCM, and the name under which entries refer to it: another key has another name. */
export interface EncryptionKey {
  readonly keyId: string;
  /** 32 random bytes. */
  readonly key: Uint8Array;
}

/** What stays in clear, and what a body is bound to: nobody can put it elsewhere. */
export type Place = Pick<Entry, "log" | "seq" | "atMs" | "kind">;

/** What a body is disclosed by. The salt in it keeps its digest from being guessed. */
const plaintextDigest = (plaintext: string): string => sha256(`holdpoint body v1\n${plaintext}`);

const boundTo = ({ log, seq, atMs, kind }: Place): Buffer =>
  Buffer.from(`holdpoint place v1\n${canonicalText({ log, seq, atMs, kind })}`);

export function sealBody({ keyId, key }: EncryptionKey, place: Place, body: Body): SealedBody {
  const plaintext = canonicalText({ body, salt: randomBytes(saltBytes).toString("base64url") });
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(boundTo(place));
  const data = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  return {
    keyId,
    iv: iv.toString("base64url"),
    tag: cipher.getAuthTag().toString("base64url"),
    data: data.toString("base64url"),
    digest: plaintextDigest(plaintext),
  };
}

export type Opened =
  | { readonly kind: "opened"; readonly body: Body; readonly plaintext?: string }
  | { readonly kind: "no_key"; readonly keyId: string }
  /** The key of this name does not open it: another key has its name, or it was put here from elsewhere. */
  | { readonly kind: "wrong_key"; readonly keyId: string };

/** What an entry says, for whoever holds its key. */
export function openBody(keys: readonly EncryptionKey[], entry: Entry): Opened {
  const { sealed } = entry;
  if (sealed === undefined) return { kind: "opened", body: entry.body };
  const { keyId } = sealed;
  const found = keys.find((key) => key.keyId === keyId);
  if (found === undefined) return { kind: "no_key", keyId };
  const plaintext = decrypted(found.key, sealed, entry);
  const body = plaintext === undefined ? undefined : bodyIn(plaintext, sealed);
  return plaintext === undefined || body === undefined
    ? { kind: "wrong_key", keyId }
    : { kind: "opened", body, plaintext };
}

/** The body that this text discloses of a sealed entry; undefined if it is not the one that was sealed. Needs no key. */
export function bodyIn(plaintext: string, { digest }: Pick<SealedBody, "digest">): Body | undefined {
  if (plaintextDigest(plaintext) !== digest) return undefined;
  try {
    const { body } = JSON.parse(plaintext) as { readonly body?: unknown };
    return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Body) : undefined;
  } catch {
    return undefined;
  }
}

function decrypted(key: Uint8Array, { iv, tag, data }: SealedBody, place: Place): string | undefined {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"), { authTagLength: 16 })
      .setAAD(boundTo(place))
      .setAuthTag(Buffer.from(tag, "base64url"));
    return Buffer.concat([decipher.update(Buffer.from(data, "base64url")), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
