import { describe, expect, test } from "vitest";
import type { AnyTarget } from "../src/run/target.js";
import { type Watched, watch } from "../src/run/watch.js";
import { targets } from "./fixtures/targets.mjs";

const minuteMs = 60_000;

function watched(name: string, { stallMs = minuteMs, forMs = minuteMs, signal = new AbortController().signal } = {}) {
  const seen: number[] = [];
  const ended: Promise<Watched> = watch(targets.find((one) => one.name === name) as AnyTarget, {
    ...{ inputs: 100_000, seed: 1, stallMs, signal },
    untilMs: performance.now() + forMs,
    onProgress: (run) => seen.push(run),
    targetsModule: new URL("fixtures/targets.mjs", import.meta.url).href,
    workerModule: new URL("../dist/run/worker.js", import.meta.url),
  });
  return { ended, seen };
}

describe.concurrent("a watched target", () => {
  test.each(["spins", "waits"])("that %s for ever is told as a hang, with its run", async (name) => {
    expect(await watched(name, { stallMs: 8_000 }).ended).toEqual({ stopped: "hang", run: 10 });
  });

  test("that goes on is stopped when time is up, and tells how far it came", async () => {
    const { ended, seen } = watched("goes on", { forMs: 4_000 });
    const { run } = (await ended) as { run: number };
    expect(await ended).toEqual({ stopped: "time", run });
    expect(seen.every((one) => one <= run)).toBe(true);
    expect(seen.length).toBeGreaterThan(0);
  });

  test("is stopped by a signal", async () => {
    const stop = new AbortController();
    const { ended } = watched("goes on", { signal: stop.signal });
    stop.abort();
    expect(await ended).toMatchObject({ stopped: "signal" });
  });

  test("that ends its process is told as failed", async () => {
    expect(await watched("throws outside").ended).toMatchObject({ failure: expect.stringContaining("outside") });
  });

  test("tells its outcome", async () => {
    expect(await watched("is well").ended).toEqual({ inputs: 100_000 });
    expect(await watched("is refuted").ended).toMatchObject({
      failure: expect.stringMatching(/more than a hundred.*Counterexample: \[101\]/s),
    });
  });
});
