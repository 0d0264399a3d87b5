import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Commitments } from "@holdpoint/tier2-core";

/**
 * What stands in an entry in the place of secret arguments. Each commitment is an HMAC under a salt of its own, and that salt
 * an HMAC of its entry's nonce and its path under the commitment key: with one salt one secret can be shown to be the one that
 * was used, and nothing is learnt of any other.
 */
export type SecretCommitments = {
  readonly nonce: string;
  readonly secrets: readonly { readonly path: string; readonly commitment: string }[];
};

const nonceBytes = 16;

const hmac = (key: string | Uint8Array, text: string): string =>
  createHmac("sha256", key).update(text, "utf8").digest("base64url");

/** Computed while the secrets are at hand; none of them is kept. */
export function committed(key: Uint8Array, commitments: Commitments): SecretCommitments {
  const nonce = randomBytes(nonceBytes).toString("base64url");
  const secrets = commitments((path, value) => ({ path, commitment: hmac(saltOf(key, { nonce, path }), value) }));
  return { nonce, secrets };
}

/** Opens one commitment, for whoever is to be shown that a value is the one that was used. */
export const saltOf = (key: Uint8Array, { nonce, path }: { readonly nonce: string; readonly path: string }): string =>
  hmac(key, `holdpoint commitment v1\n${nonce}\n${path}`);

/** Is this the value, as canonical JSON, that was committed to? */
export function isCommitmentTo(commitment: string, salt: string, value: string): boolean {
  const [given, expected] = [Buffer.from(commitment), Buffer.from(hmac(salt, value))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
