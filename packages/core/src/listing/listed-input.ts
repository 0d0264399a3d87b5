import { Tier2Error } from "../errors.js";
import { flatRoot, isFlat } from "./flat-root.js";
import type { JsonSchema } from "./json-schema.js";
import { withReferences } from "./references.js";
import { reservedArguments, reservedNames } from "./reserved-arguments.js";
import { type Form, rootForms } from "./root-forms.js";

/**
 * What an MCP server lists for a tool whose arguments have this JSON Schema: the schema plus the protocol's own keys as
 * optional strings, and no combinator at the root, since model APIs refuse those.
 *
 * @throws Tier2Error `invalid_setup` where that cannot be done
 */
export function listedInput(tool: string, own: JsonSchema): JsonSchema {
  const forms = formsOf(tool, own);
  demandFree(tool, forms);
  const listed = isFlat(own) ? roomier(withOwnRoot(own)) : flatRoot(own, forms);
  return { ...listed, type: "object", properties: { ...listed.properties, ...reservedArguments } };
}

const listingError = (tool: string, problem: string): Tier2Error =>
  new Tier2Error("invalid_setup", `Tool ${JSON.stringify(tool)}: ${problem}`);

function formsOf(tool: string, own: JsonSchema): Form[] {
  let forms: Form[];
  try {
    forms = rootForms(own);
  } catch (found) {
    throw listingError(
      tool,
      `confirm_token cannot be listed safely in its input schema, since at its root stands ${found instanceof Error ? found.message : String(found)}. Use an object, or a union of objects, or split the tool.`,
    );
  }
  if (forms.length === 0) throw listingError(tool, "its input schema accepts no object, and arguments are one.");
  return forms;
}

function demandFree(tool: string, forms: readonly Form[]): void {
  for (const { names, patterns } of forms) {
    const taken = reservedNames.find((key) => names.includes(key));
    if (taken !== undefined)
      throw listingError(tool, `its input schema already has ${taken}, which Holdpoint adds itself.`);
    const pattern = patterns.find((source) => reservedNames.some((key) => matches(source, key)));
    if (pattern !== undefined)
      throw listingError(tool, `its input schema has a pattern that confirm_token would fall under: ${pattern}`);
  }
}

function matches(source: string, key: string): boolean {
  try {
    return new RegExp(source, "u").test(key);
  } catch {
    return true; // not known to leave the key alone
  }
}

/** Limits on the names and the number of members make room for the protocol's own. */
function roomier({ propertyNames, maxProperties, ...schema }: JsonSchema): JsonSchema {
  const anyName = JSON.stringify(propertyNames) === '{"type":"string"}';
  return {
    ...schema,
    ...(propertyNames !== undefined &&
      !anyName && { propertyNames: { anyOf: [propertyNames, { enum: reservedNames }] } }),
    ...(typeof maxProperties === "number" && { maxProperties: maxProperties + reservedNames.length }),
  };
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
