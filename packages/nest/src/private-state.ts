import { type Refused, refuse } from "@holdpoint/tier2-core";

/** How V8 and TypeScript's own `#private` say that an object lacks a private member. */
const missesPrivate =
  /\b(?:read|write) private member|(?:Receiver|Object) must be (?:an instance of )?class|private (?:method|accessor|setter|getter)/;

/**
 * What a preview threw because its argument is a copy, which has no `#private` members: no copy can have them, nor any
 * params hash. Told as a refusal, since the author would look for the fault in the preview.
 */
export function missingPrivateState(about: string, thrown: unknown): Refused | undefined {
  if (!(thrown instanceof TypeError && missesPrivate.test(thrown.message))) return undefined;
  return refuse(
    `${about} has an argument whose class keeps #private members beside its own, which no token would confirm (${thrown.message}). Give the class a toJSON() that tells them.`,
  );
}
