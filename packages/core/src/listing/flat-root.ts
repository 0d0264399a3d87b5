import type { JsonSchema } from "./json-schema.js";
import { withReferences } from "./references.js";
import type { Form } from "./root-forms.js";

/** Keywords that put several schemas in one place. Model APIs refuse a whole request for one at the root of an input. */
const combining = ["$ref", "allOf", "anyOf", "oneOf"] as const;

export const isFlat = (schema: JsonSchema): boolean => !combining.some((key) => key in schema);

/**
 * One plain object in place of a choice or a combination: every member that any form has, required where all forms
 * require it, and a sentence that tells the forms apart. It lets members of several forms stand together; the schema
 * itself, which validates, does not.
 */
export function flatRoot(own: JsonSchema, forms: readonly Form[]): JsonSchema {
  const { $schema, definitions, $defs, title, description, ...rest } = own;
  const moved: string[] = [];
  // What was referred to within the root has to stand somewhere still.
  const kept = (schema: JsonSchema) =>
    withReferences(schema, (reference) => {
      if (reference.startsWith("#/definitions/") || reference.startsWith("#/$defs/")) return reference;
      moved.push(reference);
      return `#/definitions/params${reference.slice(1)}`;
    });
  const flat = kept({ properties: membersOf(forms) });
  const params = kept(rest);
  const shared = { ...definitions, ...(moved.length > 0 && { params }) };
  const told = [description, formsSentence(forms)].filter((text) => text !== undefined).join(" ");
  return {
    ...($schema !== undefined && { $schema }),
    ...(title !== undefined && { title }),
    ...(told !== "" && { description: told }),
    type: "object",
    properties: flat.properties ?? {},
    ...requiredOf(forms),
    ...(forms.every(({ closed }) => closed) && { additionalProperties: false }),
    ...(Object.keys(shared).length > 0 && kept({ definitions: shared })),
    ...($defs !== undefined && kept({ $defs })),
  };
}

function membersOf(forms: readonly Form[]): Record<string, unknown> {
  const members = new Map<string, Map<string, unknown>>();
  for (const { properties } of forms) {
    for (const [name, schema] of Object.entries(properties)) {
      const variants = members.get(name) ?? new Map<string, unknown>();
      members.set(name, variants.set(JSON.stringify(schema), schema));
    }
  }
  return Object.fromEntries(
    [...members].map(([name, variants]) => {
      const [only, ...more] = variants.values();
      return [name, more.length === 0 ? only : { anyOf: [only, ...more] }];
    }),
  );
}

function requiredOf(forms: readonly Form[]): { required?: string[] } {
  const required = (forms[0]?.required ?? []).filter((name) => forms.every((form) => form.required.includes(name)));
  return required.length === 0 ? {} : { required };
}

function formsSentence(forms: readonly Form[]): string | undefined {
  const told = [...new Set(forms.map(formText))];
  return told.length < 2 ? undefined : `The arguments take one of these forms: ${told.join(" or ")}.`;
}

/** Such as `{ kind: "a", id, note? }`. */
function formText({ properties, required }: Form): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const value = (schema as { const?: unknown } | null)?.const;
    const optional = required.includes(name) ? "" : "?";
    return `${name}${optional}${value === undefined ? "" : `: ${JSON.stringify(value)}`}`;
  });
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
