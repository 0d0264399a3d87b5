import { setupError } from "./setup-error.js";

/**
 * Nest calls what the controller itself has under a method's name, so a property of its own stands before the guard. Of a
 * request-scoped controller nothing is made at start-up that could be looked at.
 *
 * @throws Tier2Error `invalid_setup`, at start-up, for a guarded method that a property of the instance covers
 */
export function demandNotCovered(about: string, made: object | null, key: string): void {
  if (made === null || made === undefined || !Object.hasOwn(made, key)) return;
  throw setupError(
    about,
    "a property of the controller covers this guarded method: something assigns this." +
      `${key}, as an arrow function or in a constructor, and Nest would call that without its two steps. Write it as a method under @Tier2().`,
  );
}
