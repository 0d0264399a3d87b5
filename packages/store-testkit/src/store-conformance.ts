import { describe, test } from "vitest";
import type { Declared, OpenStore } from "./backend.js";
import { runCheck } from "./run-check.js";
import { concernsFor } from "./suite.js";

/** For the races, on a slow machine and a store across a network. */
const timeoutMs = 60_000;

/**
 * Registers one Vitest test per check of the store contract. `open` is called for each of them and gives an empty
 * store: a fresh one, or a fresh name space. Nothing is skipped: a power that the backend lacks is declared with its
 * reason, or the checks that need it fail.
 */
export function storeConformance(name: string, open: OpenStore, declared: Declared = {}): void {
  describe(`${name} keeps the store contract`, () => {
    for (const [concern, checks] of Object.entries(concernsFor(declared))) {
      describe(concern, () => {
        for (const check of checks) {
          test(`${check.title} [${check.requirement}]`, { timeout: timeoutMs }, () => runCheck(check, open, declared));
        }
      });
    }
  });
}
