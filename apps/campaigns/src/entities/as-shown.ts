import { isDeepStrictEqual } from "node:util";
import { NotExecuted } from "@holdpoint/tier2-core";

/** @throws NotExecuted unless everything that was shown is still so; `current` may have more than was shown */
export function demandAsShown<Facts extends object>(
  what: string,
  shown: object,
  current: Facts | undefined,
): asserts current is Facts {
  const same = ([name, value]: [string, unknown]) =>
    isDeepStrictEqual(value, (current as Record<string, unknown>)[name]);
  if (current === undefined || !Object.entries(shown).every(same))
    throw new NotExecuted(`${what} is no longer as it was shown`);
}
