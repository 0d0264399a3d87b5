import { retypeFacts } from "../elicitation/retype.js";
import { Tier2Error } from "../errors.js";
import type { AnyDefinition } from "./define-tool.js";
import { isToolName } from "./tool-name.js";

/** Every member by name, so that a misspelt one is an error: `secretz` would protect nothing. */
const known: Readonly<Record<keyof AnyDefinition, true>> = {
  name: true,
  title: true,
  description: true,
  input: true,
  category: true,
  mutates: true,
  discloses: true,
  destructive: true,
  tier: true,
  level: true,
  retype: true,
  secrets: true,
  resolve: true,
  resultSecrets: true,
  duplicates: true,
  transaction: true,
  preview: true,
  execute: true,
  reconcile: true,
};

/** @throws Tier2Error `invalid_setup` for a definition that cannot be guarded. */
export function checkDefinition(definition: AnyDefinition | undefined): void {
  const {
    name,
    input,
    tier,
    secrets,
    resultSecrets,
    retype,
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
  if (!isToolName(name)) fail("its name must be 1 to 128 of A-Z a-z 0-9 _ . / -");
  const unknown = Object.keys(definition ?? {}).find((member) => !Object.hasOwn(known, member));
  if (unknown !== undefined) fail(`its definition has an unknown member "${unknown}".`);
  if (input !== undefined && typeof input?.["~standard"]?.validate !== "function") {
    fail("its input is no Standard Schema. A plain shape has to be wrapped, e.g. in z.object().");
  }
  if (tier !== undefined && tier !== 1 && tier !== 2 && typeof tier !== "function") {
    fail("its tier must be 1, 2 or a function of the params.");
  }
  if (!isListOfTexts(secrets)) fail('its secrets must be a list of paths, such as ["smtp.password"].');
  if (!isListOfTexts(resultSecrets)) fail('its resultSecrets must be a list of paths, such as ["link.url"].');
  const untypable = retypeProblem(retype, secrets);
  if (untypable !== undefined) fail(untypable);
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

const isListOfTexts = (list: unknown): boolean =>
  list === undefined || (Array.isArray(list) && list.every((path) => typeof path === "string"));

/** What is wrong with it, if anything: a secret is stored nowhere, so nobody could compare it with what was typed. */
function retypeProblem(retype: unknown, secrets: readonly string[] = []): string | undefined {
  if (retype === undefined || retypeFacts.some((fact) => fact === retype)) return undefined;
  const { param } = (retype ?? {}) as { param?: unknown };
  if (typeof param !== "string" || param === "") {
    return `its retype must be one of ${retypeFacts.join(", ")}, or { param: <the name of an argument> }.`;
  }
  const isSecret = secrets.some((path) => path === param || path.startsWith(`${param}.`));
  return isSecret ? `its retype names "${param}", which is secret.` : undefined;
}
