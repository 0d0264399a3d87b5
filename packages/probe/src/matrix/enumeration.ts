import type { JsonSchema } from "../subject/subject.js";
import { propertiesOf } from "./variants.js";

const pageNames = [
  "limit",
  "page_size",
  "pageSize",
  "per_page",
  "perPage",
  "max_results",
  "maxResults",
  "count",
  "top",
];
const prefixNames = ["prefix", "starts_with", "startsWith", "query", "search", "q", "pattern"];

/** The argument by which more could be asked for, by the names that such arguments have. */
export function pageSizeField(schema: JsonSchema): string | undefined {
  return pageNames.find((name) => ["integer", "number"].includes(String(propertiesOf(schema)[name]?.type)));
}

/** A letter, the beginning that was asked for and what begins like most names; and what a pattern may take for everything. */
export function prefixesBeside(given: unknown): readonly string[] {
  const asked = typeof given === "string" ? given : "";
  const longer = asked.length > 1 ? [asked.slice(0, 2), "an", "be", "ch", "jo", "ma"] : [];
  return [...new Set(["", "a", "b", "c", "e", "s", ...longer, "*", "%"])];
}

export function prefixField(schema: JsonSchema): string | undefined {
  return prefixNames.find((name) => propertiesOf(schema)[name]?.type === "string");
}
