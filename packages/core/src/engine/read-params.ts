import { isTier2Error, Tier2Error } from "../errors.js";
import { canonicalJson, canonicalText } from "../params/canonical-json.js";
import { type Json, NotPlainJson, plainJson } from "../params/plain-json.js";
import { withoutReserved } from "../params/reserved.js";
import { foundAt, secretValues, withoutSecrets } from "../params/secrets.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import { describeIssues, type Validated } from "../tool/standard-schema.js";
import { validated } from "../tool/validated.js";
import type { Refusal } from "../wire/envelope.js";
import { demandSecretsStay } from "./moved-secrets.js";
import type { Commitments } from "./options.js";
import { type Redactor, redactor } from "./redact.js";
import { type Resolved, resolvedIfPossible, resolvedNow } from "./resolve.js";

/** Validated params, frozen as text: whoever needs them gets a private copy. */
export interface Params {
  /** As they were sent: exactly what is hashed. */
  readonly canonical: string;
  /** As the handler gets them: what was sent, or what the tool's `resolve` made of it. */
  copy(): Json;
  /** As they were sent, without the secret ones: all that may be stored or shown. */
  readonly shown: Json;
  /** As the handler gets them, without the secret ones. */
  readonly known: Json;
  readonly resolved?: Resolved;
  readonly redact: Redactor;
  /** The secret ones; absent where there are none. */
  readonly commitments?: Commitments;
}

/**
 * Reads the arguments of a call. They are copied before the first await, so that a caller who changes the object
 * meanwhile changes nothing.
 */
export async function readParams(
  definition: AnyDefinition,
  args: unknown,
  { strict, nowMs }: { strict: boolean; nowMs: number },
): Promise<Params | Refusal> {
  let sent: string;
  try {
    sent = canonicalText(args === undefined ? {} : plainArguments(args));
  } catch (error) {
    if (error instanceof NotPlainJson)
      return { reason: "invalid_params", error: `Invalid arguments: ${error.message}.` };
    throw error;
  }
  const validated = await validate(definition, sent);
  if (typeof validated !== "string") return validated;
  if (strict) await demandRepeatable(definition, sent, validated);
  const secrets = definition.secrets ?? [];
  const params = paramsOf(validated, secrets, sent);
  demandSecretsStay(definition.name, secrets, JSON.parse(sent) as Json, params);
  if (definition.resolve === undefined) return params;
  try {
    return (strict ? resolvedNow : resolvedIfPossible)(definition, params, nowMs);
  } catch (error) {
    throw isTier2Error(error) ? error : params.redact.error(error);
  }
}

/** What is secret is hidden as it was sent and as the schema left it. */
export function paramsOf(canonical: string, secrets: readonly string[], sent = canonical): Params {
  const copy = () => JSON.parse(canonical) as Json;
  const shown = withoutSecrets(copy(), secrets);
  const commitments: Commitments = (commit) =>
    foundAt(copy(), secrets).map(({ place, value }) => commit(place, canonicalJson(value)));
  return {
    ...(secrets.length > 0 && { commitments }),
    canonical,
    copy,
    shown,
    known: shown,
    redact: redactor([copy(), JSON.parse(sent) as Json].flatMap((value) => secretValues(value, secrets))),
  };
}

/** A copy of the arguments without the protocol's own. */
export function plainArguments(args: unknown): { [key: string]: Json } {
  if (typeof args !== "object" || args === null || Array.isArray(args)) {
    throw new NotPlainJson("the arguments", "must be an object");
  }
  return withoutReserved(plainJson(args) as { [key: string]: Json });
}

async function validate(definition: AnyDefinition, sent: string): Promise<string | Refusal> {
  const value: unknown = JSON.parse(sent);
  if (definition.input === undefined) return sent;
  const redact = redactor(secretValues(value as Json, definition.secrets ?? []));
  let result: Validated<unknown>;
  try {
    result = await validated(definition.input, value);
  } catch (error) {
    throw redact.error(error);
  }
  if (result.issues) {
    const error = `Invalid arguments: ${describeIssues(result.issues)}.`;
    return { reason: "invalid_params", error: redact.text(error) };
  }
  try {
    return canonicalJson(result.value ?? {});
  } catch (error) {
    if (!(error instanceof NotPlainJson)) throw error;
    throw new Tier2Error(
      "not_canonical",
      `Tool "${definition.name}": its input schema turns the arguments into something that is no JSON (${error.message}). Keep texts and numbers in the schema and convert inside the handler.`,
      { cause: error },
    );
  }
}

/** A default such as a random id or "now" would differ on the confirm call and refuse every one of them. */
async function demandRepeatable(definition: AnyDefinition, sent: string, first: string): Promise<void> {
  if (definition.input === undefined || (await validate(definition, sent)) === first) return;
  throw new Tier2Error(
    "invalid_setup",
    `Tool "${definition.name}": validating the same arguments twice gives different params. Take random or time-dependent defaults out of its input schema.`,
  );
}
