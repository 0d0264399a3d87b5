import { setTimeout as sleep } from "node:timers/promises";

/** Asks again and again; an error counts as no. */
export async function until(what: string, holds: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > endMs) throw new Error(`waited ${withinMs} ms in vain until ${what}`);
    await sleep(25);
  }
}
