import { setTimeout as sleep } from "node:timers/promises";

/** Asks again and again; an error counts as no. Whoever runs a fault watches that it does not take for ever. */
export async function until(holds: () => Promise<boolean> | boolean, everyMs = 5): Promise<void> {
  const ask = async () => holds();
  while (!(await ask().catch(() => false))) await sleep(everyMs);
}
