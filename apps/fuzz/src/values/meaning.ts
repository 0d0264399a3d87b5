import { createHash } from "node:crypto";
import type { Json } from "./json.js";

/**
 * What a value means, written down by rules that have nothing in common with RFC 8785: each part carries its kind and
 * its length, members are sorted, undefined ones count as absent. Two values mean the same exactly if these texts are
 * the same.
 */
export function meaningOf(value: Json): string {
  if (value === null) return "z";
  if (typeof value === "boolean") return value ? "t" : "f";
  if (typeof value === "number") return `n${value === 0 ? 0 : value};`;
  if (typeof value === "string") return `s${value.length}:${value}`;
  if (Array.isArray(value)) return `l${value.length}:${value.map(meaningOf).join("")}`;
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]) => `${key.length}:${key}${meaningOf(inner)}`);
  return `o${members.length}:${members.sort().join("")}`;
}

export const sameMeaning = (a: Json, b: Json): boolean => meaningOf(a) === meaningOf(b);

/** Short enough to keep a million of them. */
export const shortName = (text: string): string => createHash("sha256").update(text).digest("base64").slice(0, 22);
