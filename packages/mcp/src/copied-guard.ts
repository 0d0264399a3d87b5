import type { Guard } from "./guard.js";
import { setupError } from "./setup-error.js";

/** Each member of a guard; the compiler demands all of them. */
const members: Record<keyof Guard<never>, true> = {
  category: true,
  mutates: true,
  discloses: true,
  destructive: true,
  secrets: true,
  resultSecrets: true,
  duplicates: true,
  tier: true,
  level: true,
  retype: true,
  resolve: true,
  preview: true,
  reconcile: true,
};

/**
 * A guard as it stands now: what is done to the object or its lists later, such as `tier = 1`, takes nothing away.
 *
 * @throws Tier2Error `invalid_setup` for a member that a guard has not: misspelt, it would protect nothing
 */
export function copiedGuard<Given extends object>(tool: string, given: Given, beside: readonly string[]): Given {
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(members, key) && !beside.includes(key));
  if (unknown !== undefined) throw setupError(tool, `its guard has ${JSON.stringify(unknown)}, which no guard has.`);
  return {
    ...given,
    ...copyOf(given, "secrets"),
    ...copyOf(given, "resultSecrets"),
    ...copyOf(given, "resolve"),
    ...copyOf(given, "retype"),
  };
}

function copyOf(guard: object, key: keyof Guard<never>): object {
  const value = (guard as Record<string, unknown>)[key];
  if (Array.isArray(value)) return { [key]: [...value] };
  return typeof value === "object" && value !== null ? { [key]: { ...value } } : {};
}
