import { Tier2Error } from "../errors.js";
import { restAfter } from "../params/secrets.js";
import type { AnyDefinition } from "./define-tool.js";
import { readingOf, type SchemaReading } from "./json-schema.js";
import { leadsSomewhere, writeOnlyPaths } from "./secret-paths.js";

const noSchema: SchemaReading = { schemas: [], isIncomplete: false };

/**
 * The declared secrets and those that the input schema marks `writeOnly`. A path that the schema rules out is a secret that
 * would go unprotected; what is resolved is stored and shown, so it can hold none.
 */
export function allSecrets({ name, input, secrets, resolve = {} }: AnyDefinition): readonly string[] | undefined {
  const fail = (problem: string) => {
    throw new Tier2Error("invalid_setup", `Tool ${JSON.stringify(name)}: ${problem}`);
  };
  const { schemas, isIncomplete } = input === undefined ? noSchema : readingOf(input);
  if (isIncomplete && secrets === undefined) {
    fail(
      "its input schema cannot be turned into JSON Schema, so what it marks writeOnly cannot be known. Name its secrets, or say `secrets: []` if it has none.",
    );
  }
  const isLost = (path: string) => schemas.length > 0 && !schemas.some((schema) => leadsSomewhere(schema, path));
  const marked = schemas.flatMap((schema) => writeOnlyPaths(schema));
  const all = marked.length === 0 ? secrets : [...new Set([...(secrets ?? []), ...marked])];
  for (const path of secrets ?? []) {
    if (isLost(path)) fail(`its secret "${path}" is no argument of its input schema, so it would protect nothing.`);
  }
  if (marked.includes("")) {
    fail(
      "its input schema marks all arguments writeOnly, or some that have no name. Name what is secret in `secrets`.",
    );
  }
  for (const member of Object.keys(resolve)) {
    if (isLost(member)) fail(`its resolve.${member} is no argument of its input schema.`);
    if (all?.some((path) => path === member || restAfter(member, path) !== undefined)) {
      fail(`its resolve.${member} is secret or holds a secret, and what is resolved is shown.`);
    }
  }
  return all;
}
