import { Tier2Error } from "../errors.js";
import { canonicalJson } from "../params/canonical-json.js";
import { jsonCopy } from "../params/json-copy.js";
import { type Json, NotPlainJson } from "../params/plain-json.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import { isRefused } from "../tool/outcome.js";
import type { Refusal } from "../wire/envelope.js";
import { errorFacts } from "./error-facts.js";
import type { Params } from "./read-params.js";

/** Members of the params as they were resolved at the first call. */
export type Resolved = { readonly [name: string]: Json };

type Resolver = (given: unknown, at: { nowMs: number }) => unknown;

/**
 * The params with what the tool's `resolve` makes of them at this moment: "tomorrow" is a day from here on.
 *
 * @throws Tier2Error `invalid_setup` if a resolver throws, answers nothing, or something that is no JSON or repeats a secret.
 */
export function resolvedNow(definition: AnyDefinition, params: Params, nowMs: number): Params | Refusal {
  const fail = (name: string, problem: string, cause?: unknown): never => {
    const message = `Tool "${definition.name}": its resolve.${name} ${problem}.`;
    throw new Tier2Error("invalid_setup", message, { cause });
  };
  const given = params.copy() as Record<string, Json>;
  const resolved: Record<string, Json> = {};
  for (const [name, resolver] of Object.entries((definition.resolve ?? {}) as { [name: string]: Resolver })) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    let said: unknown;
    try {
      said = resolver(value, { nowMs });
    } catch (error) {
      const hidden = params.redact.error(error);
      fail(name, `threw (${errorFacts(hidden).message}); it answers refuse(…) to what it cannot understand`, hidden);
    }
    if (said === undefined && value === undefined) continue;
    if (typeof said === "object" && said !== null && isRefused(said)) {
      return { reason: "invalid_params", error: params.redact.text(`Invalid arguments: ${name}: ${said.refused}`) };
    }
    if (said === undefined) fail(name, "made nothing of what was given");
    try {
      resolved[name] = JSON.parse(canonicalJson(said)) as Json;
    } catch (error) {
      if (!(error instanceof NotPlainJson)) throw error;
      fail(name, `made something that is no JSON (${error.message})`, error);
    }
    // It is shown and stored, and what is hidden in it would not be what the handler gets.
    const text = JSON.stringify(resolved[name]);
    if (JSON.stringify(params.redact.json(resolved[name] as Json)) !== text) fail(name, "repeats a secret argument");
  }
  return asResolved(params, resolved);
}

/**
 * For the questions that a confirm call is asked before its token is looked at. Whoever repeats "today at five" at six
 * must still get the answer that is recorded, so what can no longer be resolved stays as it was sent.
 */
export function resolvedIfPossible(definition: AnyDefinition, params: Params, nowMs: number): Params {
  try {
    const resolved = resolvedNow(definition, params, nowMs);
    return "reason" in resolved ? params : resolved;
  } catch {
    return params;
  }
}

/** These params, with what was resolved at the first call in the place of what was sent. */
export function asResolved(params: Params, resolved: Resolved | undefined): Params {
  if (resolved === undefined) return params;
  return {
    ...params,
    resolved,
    copy: () => withResolved(JSON.parse(params.canonical) as Json, jsonCopy(resolved)),
    known: withResolved(params.shown, resolved),
  };
}

export const withResolved = (params: Json, resolved: Resolved | undefined): Json =>
  resolved === undefined ? params : { ...(params as { [name: string]: Json }), ...resolved };

/** Will the handler get exactly what the first call resolved, and was all resolved that the tool resolves by now? */
export function isAsPreviewed(definition: AnyDefinition, params: Params, previewed: Resolved | undefined): boolean {
  const sent = JSON.parse(params.canonical) as object;
  const names = Object.keys(definition.resolve ?? {}).filter((name) => Object.hasOwn(sent, name));
  const isSame = canonicalJson(params.resolved ?? {}) === canonicalJson(previewed ?? {});
  return isSame && names.every((name) => Object.hasOwn(previewed ?? {}, name));
}
