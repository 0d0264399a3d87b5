import type { Declared, OpenStore } from "../../src/backend.js";
import type { Check } from "../../src/check.js";
import { runCheck } from "../../src/run-check.js";
import { concernsFor } from "../../src/suite.js";

export interface Failure {
  readonly check: Check;
  readonly error: Error;
}

/** Runs the whole suite on a store and tells what failed. */
export async function failures(open: OpenStore, declared: Declared = {}): Promise<Failure[]> {
  const failed: Failure[] = [];
  for (const check of Object.values(concernsFor(declared)).flat()) {
    await runCheck(check, open, declared).catch((error: Error) => failed.push({ check, error }));
  }
  return failed;
}

/** For a reader who wonders why. */
export const messagesOf = (failed: readonly Failure[]): string =>
  failed.map(({ check, error }) => `${check.requirement}: ${error.message}`).join("\n\n");
