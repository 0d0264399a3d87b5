import type { Platform } from "../ports.js";

export const pause = (platform: Platform, ms: number): Promise<void> =>
  new Promise((resolve) => {
    platform.after(ms, resolve);
  });

/** Waits for the promise, the time-out or the signal, whichever comes first; never rejects. */
export function firstOf(
  platform: Platform,
  promise: Promise<unknown>,
  timeoutMs: number,
  signal?: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const cancel = platform.after(timeoutMs, end);
    promise.then(end, end);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end);
  });
}
