import type { Platform } from "../ports.js";

const version = "p1";

/**
 * Names params without giving them away: keyed by the confirm token, which no store keeps, so that a reader of
 * the store cannot guess a weak secret among them.
 */
export function paramsHash(hash: Pick<Platform, "hmacSha256">, token: string, canonicalParams: string): string {
  return `${version}.${hash.hmacSha256(token, `holdpoint/params/${version}\n${canonicalParams}`)}`;
}
