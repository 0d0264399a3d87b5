import { setTimeout as sleep } from "node:timers/promises";

const withinMs = 120_000;

/** Asks again and again; an error counts as no. */
export async function until(holds: () => Promise<boolean>, everyMs = 5): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > endMs) throw new Error(`waited ${withinMs} ms in vain`);
    await sleep(everyMs);
  }
}
