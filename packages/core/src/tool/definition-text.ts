import type { AnyDefinition } from "./define-tool.js";
import { jsonSchemasOf } from "./json-schema.js";

const told = [
  "title",
  "description",
  "category",
  "mutates",
  "discloses",
  "destructive",
  "tier",
  "level",
  "retype",
  "secrets",
  "resultSecrets",
  "duplicates",
] as const;

/** All of a definition that can be written down: not what its functions do. */
export const definitionText = (definition: AnyDefinition): string =>
  JSON.stringify([
    ...told.map((member) => definition[member] ?? null),
    definition.input === undefined ? null : jsonSchemasOf(definition.input),
  ]);
