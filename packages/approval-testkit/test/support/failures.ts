import { type Check, checks, runCheck, type Sizes } from "../../src/checks.js";
import type { MakeSubject } from "../../src/index.js";

export interface Failure {
  readonly check: Check;
  readonly message: string;
}

/** Runs every check on a server and tells what failed. */
export async function failures(makeSubject: MakeSubject, sizes: Sizes): Promise<Failure[]> {
  const failed: Failure[] = [];
  for (const check of checks) {
    await runCheck(check, makeSubject, sizes).catch(({ message }: Error) => failed.push({ check, message }));
  }
  return failed;
}

/** For a reader who wonders why. */
export const messagesOf = (failed: readonly Failure[]): string =>
  failed.map(({ check, message }) => `${check.name}:\n${message}`).join("\n\n");
