import type { CallStep } from "./events.js";
import type { Parts, Subject } from "./parts.js";

/**
 * Tells what has happened, and journals it. It stands, whatever becomes of that: nothing runs on it without an intent, which
 * carries what it rests on and must be journaled.
 */
export async function putOnRecord(
  parts: Pick<Parts, "tell" | "journal" | "event">,
  about: Subject,
  step: CallStep<unknown>,
): Promise<void> {
  parts.tell(about, step);
  await journalStep(parts, about, step);
}

/** Never rejects: the failure is told. */
export async function journalStep(
  { tell, journal, event }: Pick<Parts, "tell" | "journal" | "event">,
  about: Subject,
  step: CallStep<unknown>,
): Promise<void> {
  try {
    await journal?.(event(about, step));
  } catch (error) {
    tell(about, { type: "hook_failed", hook: "journal", error });
  }
}
