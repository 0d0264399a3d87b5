import { Tier2Error } from "../errors.js";
import { checkedPolicies } from "./checked-policies.js";
import type { Policy } from "./policy.js";

/**
 * Policies from a file: the text of a JSON list, or what was parsed from it. A file holds no functions, so `when` and
 * approvers by target have to be written in TypeScript; both kinds can stand in one list.
 *
 * @throws Tier2Error `invalid_setup`, naming the place of every mistake, such as `policies[2].validity.uses`.
 */
export function readPolicies(file: unknown): readonly Policy[] {
  return checkedPolicies(typeof file === "string" ? parsed(file) : file);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")); // some editors start a file with that mark
  } catch (cause) {
    throw new Tier2Error("invalid_setup", `The policies are no JSON: ${(cause as Error).message}`, { cause });
  }
}
