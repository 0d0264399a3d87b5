import { valuesAt } from "../params/secrets.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import type { Parts } from "./parts.js";
import type { Params } from "./read-params.js";

/**
 * Names the secret arguments of a call, so that a decision about one call lets no other secret through. Keyed, so that a
 * reader of the store cannot guess a weak one; stored nowhere by itself, only inside the digest of the action. Undefined
 * where the call has none.
 */
export function secretsDigest(
  { platform, secretsKey }: Pick<Parts, "platform" | "secretsKey">,
  { secrets = [] }: AnyDefinition,
  params: Pick<Params, "canonical" | "copy">,
): string | undefined {
  if (valuesAt(params.copy(), secrets).length === 0) return undefined;
  return platform.hmacSha256(secretsKey, `holdpoint/secrets 1\n${params.canonical}`);
}
