import { Tier2Error } from "../errors.js";
import type { Platform } from "../ports.js";
import type { Collection } from "./material.js";

const version = "c1";

/** Number and BigInt of one value name the same item; text names another, since "7" and 7 may be two. */
function idText(id: unknown): string {
  if (typeof id === "string") return JSON.stringify(id);
  if (typeof id === "bigint" || Number.isSafeInteger(id)) return String(id);
  throw new Tier2Error("invalid_setup", "collectionOf takes ids: texts, BigInts or whole numbers up to 2^53 - 1.");
}

/** The set of these ids: neither their order nor a repetition matters. */
export function collection(
  hash: Pick<Platform, "sha256">,
  ids: Iterable<string | number | bigint>,
  rule: string,
): Collection {
  if (typeof rule !== "string" || rule.trim() === "") {
    throw new Tier2Error("invalid_setup", "collectionOf needs the rule that selected the ids, in words.");
  }
  const distinct = [...new Set(Array.from(ids, idText))].sort();
  const digest = hash.sha256(`holdpoint/collection/${version}\n${distinct.join("\n")}`);
  return { selection: rule, count: distinct.length, idDigest: `${version}.${digest}` };
}
