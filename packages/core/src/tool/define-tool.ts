import { Tier2Error } from "../errors.js";
import { allSecrets } from "./all-secrets.js";
import { checkDefinition } from "./check-definition.js";
import type { KeysOf, NoUnknownMember, Tier2Tool, Tier2ToolDefinition } from "./definition.js";
import type { Preview, Refused } from "./outcome.js";
import type { AnySchema, ParamsOf, StandardSchema } from "./standard-schema.js";

// biome-ignore lint/suspicious/noExplicitAny: a definition of any schema, inside the engine
export type AnyDefinition = Tier2ToolDefinition<any, any, any, any>;

/** Known by a registered symbol, so that two copies of this package understand each other's tools. */
const definitionKey = Symbol.for("holdpoint.tool-definition");

/**
 * Declares a tool once for every adapter. The engine calls `preview` first and `execute` at most once per token.
 *
 * @throws Tier2Error `invalid_setup` for a definition that cannot be guarded, e.g. one without a preview.
 */
export function defineTier2Tool<
  // biome-ignore lint/complexity/noBannedTypes: no schema means no arguments
  Schema extends AnySchema = StandardSchema<{}>,
  Result extends Preview | Refused = Preview | Refused,
  const Secret extends KeysOf<ParamsOf<Schema>> | `${string}.${string}` = never,
  Tx = undefined,
>(definition: Tier2ToolDefinition<Schema, Result, Secret, Tx> & NoUnknownMember<Result>): Tier2Tool<Schema> {
  checkDefinition(definition as AnyDefinition);
  const secrets = allSecrets(definition as AnyDefinition);
  const { name, title, description, input } = definition;
  const tool = {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(input !== undefined && { input }),
  };
  Object.defineProperty(tool, definitionKey, { value: Object.freeze({ ...definition, ...(secrets && { secrets }) }) });
  return Object.freeze(tool) as Tier2Tool<Schema>;
}

/** @throws Tier2Error `invalid_setup` if the value was not made by `defineTier2Tool`. */
export function definitionOf(tool: Tier2Tool): AnyDefinition {
  const definition = (tool as { [definitionKey]?: AnyDefinition } | undefined)?.[definitionKey];
  if (definition === undefined) {
    throw new Tier2Error("invalid_setup", "This is no tool made by defineTier2Tool.");
  }
  return definition;
}
