import { describe, test } from "vitest";
import { runCheck } from "./run-check.js";
import type { Sizes } from "./sizes.js";
import type { MakeSubject } from "./subject.js";
import { checks } from "./suite.js";

/** For what comes at once, on a slow machine and a store across a network. */
const timeoutMs = 120_000;

/**
 * Registers one Vitest test per check. `makeSubject` is called for each of them and gives a server to which nothing has
 * happened yet. Nothing is skipped.
 */
export function approvalFailureTests(name: string, makeSubject: MakeSubject, sizes: Partial<Sizes> = {}): void {
  describe(`${name} withstands the failure tests of approvals`, () => {
    for (const check of checks) {
      test(`${check.name} [${check.test}]`, { timeout: timeoutMs }, () => runCheck(check, makeSubject, sizes));
    }
  });
}
