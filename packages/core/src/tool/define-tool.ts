import { Tier2Error } from "../errors.js";
import { restAfter } from "../params/secrets.js";
import type { KeysOf, NoUnknownMember, Tier2Tool, Tier2ToolDefinition } from "./definition.js";
import { jsonSchemasOf } from "./json-schema.js";
import type { Preview, Refused } from "./outcome.js";
import { leadsSomewhere, writeOnlyPaths } from "./secret-paths.js";
import type { AnySchema, ParamsOf, StandardSchema } from "./standard-schema.js";

// biome-ignore lint/suspicious/noExplicitAny: a definition of any schema, inside the engine
export type AnyDefinition = Tier2ToolDefinition<any, any, any, any>;

/** Known by a registered symbol, so that two copies of this package understand each other's tools. */
const definitionKey = Symbol.for("holdpoint.tool-definition");
const toolName = /^[A-Za-z0-9_./-]{1,128}$/;

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

function checkDefinition(definition: AnyDefinition | undefined): void {
  const {
    name,
    input,
    tier,
    secrets,
    resultSecrets,
    resolve = {},
    duplicates = "refuse",
    transaction,
    preview,
    execute,
    reconcile,
  } = definition ?? ({} as AnyDefinition);
  const fail = (problem: string) => {
    throw new Tier2Error("invalid_setup", `Tool ${JSON.stringify(name)}: ${problem}`);
  };
  if (typeof name !== "string" || !toolName.test(name)) fail("its name must be 1 to 128 of A-Z a-z 0-9 _ . / -");
  if (input !== undefined && typeof input?.["~standard"]?.validate !== "function") {
    fail("its input is no Standard Schema. A plain shape has to be wrapped, e.g. in z.object().");
  }
  if (tier !== undefined && tier !== 1 && tier !== 2 && typeof tier !== "function") {
    fail("its tier must be 1, 2 or a function of the params.");
  }
  if (!isListOfTexts(secrets)) fail('its secrets must be a list of paths, such as ["smtp.password"].');
  if (!isListOfTexts(resultSecrets)) fail('its resultSecrets must be a list of paths, such as ["link.url"].');
  if (typeof resolve !== "object" || Object.values(resolve ?? { none: 0 }).some((each) => typeof each !== "function")) {
    fail("its resolve must be an object of functions, one for each argument that depends on the moment.");
  }
  if (duplicates !== "refuse" && duplicates !== "allow") fail('its duplicates must be "refuse" or "allow".');
  if (transaction !== undefined && typeof transaction?.transaction !== "function") {
    fail("its transaction must be a store that can join transactions, such as postgresStore().");
  }
  if (typeof preview !== "function") {
    fail("it has no preview. Compute one from the current state; echoing the arguments is no preview.");
  }
  if (typeof execute !== "function") fail("it has no execute function.");
  if (reconcile !== undefined && typeof reconcile !== "function") fail("its reconcile is no function.");
}

/**
 * The declared secrets and those that the input schema marks `writeOnly`. A path that the schema rules out is a secret that
 * would go unprotected; what is resolved is stored and shown, so it can hold none.
 */
function allSecrets({ name, input, secrets, resolve = {} }: AnyDefinition): readonly string[] | undefined {
  const fail = (problem: string) => {
    throw new Tier2Error("invalid_setup", `Tool ${JSON.stringify(name)}: ${problem}`);
  };
  const schemas = input === undefined ? [] : jsonSchemasOf(input);
  const isLost = (path: string) => schemas.length > 0 && !schemas.some((schema) => leadsSomewhere(schema, path));
  const marked = schemas.flatMap(writeOnlyPaths);
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

const isListOfTexts = (list: unknown): boolean =>
  list === undefined || (Array.isArray(list) && list.every((path) => typeof path === "string"));
