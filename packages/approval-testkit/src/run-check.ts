import type { Check } from "./check.js";
import { failureTests } from "./failure-tests.js";
import { defaultSizes, type Sizes } from "./sizes.js";
import type { MakeSubject } from "./subject.js";

/**
 * Runs one check on a subject made for it alone, and closes that subject.
 *
 * @throws what the check or the subject threw, its message led by the sentence of the failure test.
 */
export async function runCheck(check: Check, makeSubject: MakeSubject, sizes: Partial<Sizes> = {}): Promise<void> {
  const subject = await makeSubject();
  try {
    await check.run(subject, { ...defaultSizes, ...sizes });
  } catch (error) {
    throw error instanceof Error ? ledBy(failureTests[check.test], error) : error;
  } finally {
    await subject.close?.();
  }
}

/** The same error, for its kind and its members make the reporter's diff. */
function ledBy({ sentence, source }: { sentence: string; source: string }, error: Error): Error {
  const { message, stack } = error;
  error.message = `${sentence} (${source})\n${message}`;
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
  return error;
}
