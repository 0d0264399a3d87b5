import { setupError } from "./setup-error.js";

/** @throws Tier2Error `invalid_setup` */
export function demandDescription(tool: string, description: string): void {
  if (description.trim() === "") throw setupError(tool, "it has no description, so no model could know what it does.");
}
