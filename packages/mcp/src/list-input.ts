import type { AnySchema } from "@holdpoint/tier2-core";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.js";
import { withReferences } from "./references.js";
import { setupError } from "./setup-error.js";

/** Keys of a call that belong to the protocol. */
const reserved = ["confirm_token", "acknowledge_duplicate"];

/** Beside one of these a property could not simply be added, and several model APIs refuse them at the root. */
const unlistable = [
  "$ref",
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "if",
  "propertyNames",
  "patternProperties",
  "maxProperties",
];

const confirmToken: JsonSchema = {
  type: "string",
  description:
    "Leave it out on the first call. To confirm, pass the confirm_token of the preview together with the SAME other arguments.",
};

const acknowledgeDuplicate: JsonSchema = {
  type: "string",
  description:
    "Leave it out, unless the preview carries duplicate_of and the user wants the operation to run once more: then pass its operation_id together with confirm_token.",
};

/**
 * What tools/list shows: the tool's own JSON Schema plus the protocol's own keys as optional strings, never a combinator
 * at the root.
 *
 * @throws Tier2Error `invalid_setup` where that cannot be done
 */
export function listInput(tool: string, schema: AnySchema | undefined): JsonSchema {
  const own = schema === undefined ? { type: "object", properties: {} } : jsonSchemaOf(tool, schema, "input schema");
  const keyword = unlistable.find((key) => key in own);
  if (own.type !== "object" || typeof own.properties !== "object" || keyword !== undefined) {
    const found = keyword ?? (own.type === "object" ? "no properties" : `type ${JSON.stringify(own.type)}`);
    throw setupError(
      tool,
      `its input schema is no plain object with named properties (at its root: ${found}), so confirm_token cannot be listed beside them. Make it one object, or split the tool.`,
    );
  }
  const taken = reserved.find((key) => Object.hasOwn(own.properties ?? {}, key));
  if (taken !== undefined)
    throw setupError(tool, `its input schema already has ${taken}, which Holdpoint adds itself.`);
  const listed = withOwnRoot(own);
  const added = { confirm_token: confirmToken, acknowledge_duplicate: acknowledgeDuplicate };
  return { ...listed, properties: { ...listed.properties, ...added } };
}

/** A schema that contains itself goes on containing the one without the token. */
function withOwnRoot(own: JsonSchema): JsonSchema {
  const found: string[] = [];
  const moved = withReferences(own, (reference) => {
    found.push(reference);
    return reference === "#" ? "#/definitions/params" : reference;
  });
  const { $schema, definitions, ...params } = moved;
  return found.includes("#") ? { ...moved, definitions: { ...definitions, params } } : moved;
}
