import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { Tier2Error } from "@holdpoint/tier2-core";
import { sha256 } from "../chain/hash.js";
import { canonicalText } from "../entry/canonical-text.js";
import type { Head } from "../sink.js";

/**
 * What a log was at a moment, signed. Kept where whoever can write the log cannot: what was in it then can no longer be cut off
 * or rewritten unnoticed.
 */
export interface Checkpoint {
  readonly v: typeof checkpointVersion;
  readonly log: string;
  /** How many entries there were. */
  readonly size: number;
  /** The hash of the last of them. */
  readonly head: string;
  /** Wall clock of whoever signed, for people. */
  readonly atMs: number;
  /** Of the public key: a name made of its bytes. */
  readonly keyId: string;
  /** Ed25519, base64url without padding. */
  readonly signature: string;
}

const checkpointVersion = 1;

type Unsigned = Omit<Checkpoint, "signature">;

const signedText = ({ v, log, size, head, atMs, keyId }: Unsigned): Buffer =>
  Buffer.from(`holdpoint checkpoint v1\n${canonicalText({ v, log, size, head, atMs, keyId })}`);

/** The public key by its bytes, so that nobody has to think of a name. */
export const keyIdOf = (key: KeyObject): string =>
  sha256(publicKeyOf(key).export({ type: "spki", format: "der" })).slice(0, 16);

const publicKeyOf = (key: KeyObject): KeyObject => (key.type === "public" ? key : createPublicKey(key));

/** @throws Tier2Error `invalid_setup` for a key that is not one of Ed25519. */
export function signCheckpoint({ log, seq, hash }: Head, atMs: number, privateKey: KeyObject): Checkpoint {
  demandEd25519(privateKey, "private");
  const unsigned: Unsigned = { v: checkpointVersion, log, size: seq, head: hash, atMs, keyId: keyIdOf(privateKey) };
  return { ...unsigned, signature: sign(null, signedText(unsigned), privateKey).toString("base64url") };
}

export function isSignedBy(checkpoint: Checkpoint, publicKey: KeyObject): boolean {
  demandEd25519(publicKey, "public");
  const signature = Buffer.from(checkpoint.signature, "base64url");
  return checkpoint.keyId === keyIdOf(publicKey) && verify(null, signedText(checkpoint), publicKey, signature);
}

export function demandEd25519(key: KeyObject, type: "private" | "public"): void {
  if (key.asymmetricKeyType === "ed25519" && key.type === type) return;
  throw new Tier2Error("invalid_setup", `A checkpoint needs the ${type} key of an Ed25519 key pair.`);
}

/** A new pair to sign and check with. */
export const checkpointKeys = () => generateKeyPairSync("ed25519");

const forms: { readonly [M in keyof Checkpoint]: (value: unknown) => boolean } = {
  v: (value) => value === checkpointVersion,
  log: isText,
  size: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
  head: isText,
  atMs: Number.isSafeInteger,
  keyId: isText,
  signature: isText,
};

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** A checkpoint of JSON; undefined for anything else. Whether it is signed is another question. */
export function checkpointOf(value: unknown): Checkpoint | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const given = value as Record<string, unknown>;
  const isOne =
    Object.keys(given).length === Object.keys(forms).length &&
    Object.entries(forms).every(([member, hasForm]) => hasForm(given[member]));
  return isOne ? (given as unknown as Checkpoint) : undefined;
}
