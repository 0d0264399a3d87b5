import type { Binding } from "../confirmation/confirmation.js";
import { paramsHash } from "../params/params-hash.js";
import type { Platform } from "../ports.js";

const prefix = "cfm_";
const maxTokenChars = 256;
const digestChars = 22; // 132 bits
const operationChars = 24;

export const mintToken = (platform: Platform): string => prefix + platform.randomText();

/** Anything else was never issued here, so it is not worth a trip to the store. */
export const isTokenShaped = (text: string): boolean => text.startsWith(prefix) && text.length <= maxTokenChars;

/** The store's key: the token's digest, so that a reader of the store holds no usable token. */
export const recordIdOf = (platform: Platform, token: string): string => `${confirmationKind}${platform.sha256(token)}`;

/** The id prefix under which stores list confirmations. */
export const confirmationKind = "c:";

export const operationIdOf = (platform: Platform, recordId: string): string =>
  `op_${platform.sha256(`holdpoint/operation\n${recordId}`).slice(0, operationChars)}`;

/**
 * One text for a list of parts, and another one for any other list. JSON also escapes lone surrogates, which a digest of
 * UTF-8 could not tell from each other.
 */
export const joined = (...parts: string[]): string => JSON.stringify(parts);

/** Where a token's confirmation lies, and the public name of its operation. */
export function addressOf(platform: Platform, token: string): { readonly id: string; readonly operationId: string } {
  const id = recordIdOf(platform, token);
  return { id, operationId: operationIdOf(platform, id) };
}

export function bindingOf(
  platform: Platform,
  to: { token: string; tokenId: string; server: string; tool: string; canonicalParams: string },
): Binding {
  const digest = (...parts: string[]) => platform.sha256(joined(...parts)).slice(0, digestChars);
  return {
    owner: digest("owner", to.tokenId),
    tool: digest("tool", to.server, to.tool),
    params: paramsHash(platform, to.token, to.canonicalParams),
  };
}
