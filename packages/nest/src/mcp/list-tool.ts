import { isMembers } from "../members.js";
import { setupError } from "../setup-error.js";
import { envelopeSchemas } from "./envelope-schemas.js";
import { withReferences } from "./references.js";

export type JsonSchema = { [keyword: string]: unknown };

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: { readonly destructiveHint?: boolean };
}

const ownKeys: JsonSchema = {
  confirm_token: {
    type: "string",
    description:
      "Leave it out on the first call. To confirm, pass the confirm_token of the preview together with the SAME other arguments.",
  },
  acknowledge_duplicate: {
    type: "string",
    description:
      "Leave it out, unless the preview carries duplicate_of and the user wants the operation to run once more: then pass its operation_id together with confirm_token.",
  },
};

type Describe = (own: string, hints: ListedTool["annotations"]) => string;

/** A guarded tool as it is shown: with the protocol's own keys, room for previews, and the two steps described. */
export function listTool(tool: ListedTool, describe: Describe): ListedTool {
  return {
    ...tool,
    description: describe(tool.description ?? "", tool.annotations),
    inputSchema: listedInput(tool.name, tool.inputSchema ?? { type: "object" }),
    ...(tool.outputSchema !== undefined && { outputSchema: listedOutput(tool.outputSchema) }),
  };
}

/** Never through a combinator at the root, which model APIs refuse. What counts the properties or their names gives way. */
function listedInput(tool: string, own: JsonSchema): JsonSchema {
  const { propertyNames: _names, maxProperties: _most, ...schema } = own;
  const properties = isMembers(schema.properties) ? schema.properties : {};
  const taken = Object.keys(ownKeys).find((key) => Object.hasOwn(properties, key));
  if (taken !== undefined) {
    throw setupError(`Tool "${tool}"`, `its parameters already have ${taken}, which Holdpoint adds itself.`);
  }
  return { ...schema, type: "object", properties: { ...properties, ...ownKeys } };
}

/** Without this a client that checks results would throw on each preview. */
function listedOutput(own: JsonSchema): JsonSchema {
  const { $schema, ...schema } = own;
  const moved = withReferences(schema, (reference) => `#/anyOf/0${reference.slice(1)}`);
  return {
    ...($schema !== undefined && { $schema }),
    type: "object",
    anyOf: [moved, ...Object.values(envelopeSchemas)],
  };
}
