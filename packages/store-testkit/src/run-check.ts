import { type Declared, declarationFor, type OpenedStore, type OpenStore, type Power } from "./backend.js";
import { benchOf } from "./bench.js";
import type { Check } from "./check.js";
import { requirements } from "./requirements.js";

/**
 * Runs one check on a store opened for it alone, and closes that store.
 *
 * @throws what the check or the backend threw, its message led by the requirement.
 */
export async function runCheck(check: Check, open: OpenStore, declared: Declared = {}): Promise<void> {
  const opened = await open();
  try {
    demandPowers(check, opened, declared);
    await check.run(benchOf(opened));
  } catch (error) {
    throw error instanceof Error ? ledBy(requirements[check.requirement].sentence, error) : error;
  } finally {
    await opened.close?.();
  }
}

/** The same error, for its kind and its members make the reporter's diff. */
function ledBy(sentence: string, error: Error): Error {
  const { message, stack } = error;
  error.message = `${sentence}\n${message}`;
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
  return error;
}

function demandPowers({ needs }: Check, opened: OpenedStore, declared: Declared): void {
  if (needs && !opened[needs]) {
    throw new Error(
      `This needs ${needs}, and what open gave has none. Give it, or declare { ${declarationFor[needs]}: "<the reason>" }.`,
    );
  }
  for (const [power, declaration] of Object.entries(declarationFor)) {
    if (declared[declaration] !== undefined && opened[power as Power]) {
      throw new Error(`${declaration} is declared, and yet open gives ${power}.`);
    }
  }
}
