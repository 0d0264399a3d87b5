import { Tier2Error } from "@holdpoint/tier2-core";

/** The error for something that cannot be guarded as it stands: it stops the start-up. */
export const setupError = (about: string, problem: string, cause?: unknown): Tier2Error =>
  new Tier2Error("invalid_setup", `${about}: ${problem}`, { cause });
