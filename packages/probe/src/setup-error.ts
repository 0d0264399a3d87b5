import { Tier2Error } from "@holdpoint/tier2-core";

/** The probe cannot or must not run like this. The message says what to do. */
export const setupError = (message: string, cause?: unknown): Tier2Error =>
  new Tier2Error("invalid_setup", message, cause === undefined ? undefined : { cause });
