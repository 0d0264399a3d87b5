import { describe, expect, test } from "vitest";
import { firstOf, pause } from "../../src/engine/pause.js";
import { manualPlatform } from "../support/manual-platform.js";

/** Lets what is already settled be heard. */
const heard = () => new Promise((resolve) => setImmediate(resolve));

async function isOver(promise: Promise<unknown>): Promise<boolean> {
  let over = false;
  void promise.then(() => {
    over = true;
  });
  await heard();
  return over;
}

test("a pause is over after its time and not before", async () => {
  const platform = manualPlatform();
  const pausing = pause(platform, 100);
  platform.advance(99);
  expect(await isOver(pausing)).toBe(false);
  platform.advance(1);
  expect(await isOver(pausing)).toBe(true);
});

describe("waiting for the first of a promise, a time-out and a signal", () => {
  const never = new Promise(() => {});

  test("ends with the promise, also one that rejects, and leaves no timer", async () => {
    for (const promise of [Promise.resolve(1), Promise.reject(new Error("not heard here"))]) {
      const platform = manualPlatform();
      await firstOf(platform, promise, 100);
      expect(platform.open).toBe(0);
    }
  });

  test("ends at the time-out", async () => {
    const platform = manualPlatform();
    const waiting = firstOf(platform, never, 100);
    platform.advance(99);
    expect(await isOver(waiting)).toBe(false);
    platform.advance(1);
    expect(await isOver(waiting)).toBe(true);
  });

  test("ends with the signal, and at once where it was aborted before", async () => {
    const platform = manualPlatform();
    const controller = new AbortController();
    const waiting = firstOf(platform, never, 100, controller.signal);
    expect(await isOver(waiting)).toBe(false);
    controller.abort();
    expect(await isOver(waiting)).toBe(true);
    expect(await isOver(firstOf(platform, never, 100, controller.signal))).toBe(true);
    expect(platform.open).toBe(0);
  });

  test("leaves no listener on a signal that outlives it", async () => {
    const listeners = new Map<string, unknown>();
    const signal = {
      aborted: false,
      addEventListener: (type: string, listener: unknown) => listeners.set(type, listener),
      removeEventListener: (type: string, listener: unknown) =>
        listeners.get(type) === listener && listeners.delete(type),
    } as unknown as AbortSignal;
    const waiting = firstOf(manualPlatform(), Promise.resolve(), 100, signal);
    expect(listeners.size).toBe(1);
    await waiting;
    expect(listeners.size).toBe(0);
  });
});
