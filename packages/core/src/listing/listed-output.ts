import { envelopeSchemas } from "./envelope-schemas.js";
import type { JsonSchema } from "./json-schema.js";
import { withReferences } from "./references.js";

/** A tool's own output schema, or one of the envelopes: without that a client that checks results throws on previews. */
export function listedOutput({ $schema, ...own }: JsonSchema): JsonSchema {
  const moved = withReferences(own, (reference) => `#/anyOf/0${reference.slice(1)}`);
  return {
    ...($schema !== undefined && { $schema }),
    type: "object",
    anyOf: [moved, ...Object.values(envelopeSchemas)],
  };
}
