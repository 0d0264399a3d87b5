import { setupError } from "./setup-error.js";

/** @throws Tier2Error `invalid_setup` for another name than the one that open confirm tokens are bound to */
export function demandNotRenamed(tool: string, next: string): void {
  if (next === tool) return;
  throw setupError(tool, "it cannot be renamed, since its confirm tokens name it. Remove it and register it anew.");
}
