// What the contract's functions are given by hand-written JavaScript, checked before anything is stored.
import { Tier2Error } from "../errors.js";
import { canonicalText } from "../params/canonical-json.js";
import { jsonCopy } from "../params/json-copy.js";
import { type Json, NotPlainJson } from "../params/plain-json.js";
import { plainArguments } from "./read-params.js";

/** What JavaScript hands over where nobody is authenticated names nobody. */
export const names = (tokenId: unknown): boolean => typeof tokenId === "string" && tokenId !== "";

export function demandToolName(where: string, toolName: unknown): void {
  if (!names(toolName)) throw new Tier2Error("invalid_setup", `${where} needs a toolName.`);
}

/** @throws Tier2Error `invalid_setup` */
export function previewCopy(preview: object): Json {
  try {
    return jsonCopy(preview as Json);
  } catch (cause) {
    throw new Tier2Error("invalid_setup", "issueToken: the preview cannot be written as JSON.", { cause });
  }
}

/** @throws Tier2Error `not_canonical` */
export function canonicalParams(params: object): string {
  try {
    return canonicalText(plainArguments(params));
  } catch (error) {
    if (!(error instanceof NotPlainJson)) throw error;
    throw new Tier2Error("not_canonical", `Invalid params: ${error.message}.`, { cause: error });
  }
}
