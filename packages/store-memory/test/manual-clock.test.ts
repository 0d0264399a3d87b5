import { expect, test, vi } from "vitest";
import { ManualClock } from "../src/manual-clock.js";

test("the clock stands still until it is moved", async () => {
  const clock = new ManualClock(5_000);
  expect([clock.nowMs(), clock.monotonicMs()]).toEqual([5_000, 0]);
  await clock.advance(250);
  expect([clock.nowMs(), clock.monotonicMs()]).toEqual([5_250, 250]);
});

test("its two readings differ, so that a test notices who mixes them", () => {
  const clock = new ManualClock();
  expect(clock.nowMs()).not.toBe(clock.monotonicMs());
});

test("a timer runs once, when its time has come and not before", async () => {
  const clock = new ManualClock();
  const run = vi.fn();
  clock.after(100, run);
  await clock.advance(99);
  expect(run).not.toHaveBeenCalled();
  await clock.advance(1);
  await clock.advance(1_000);
  expect(run).toHaveBeenCalledTimes(1);
});

test("timers run in the order of their time, then of their setting, each at its own time", async () => {
  const clock = new ManualClock(0);
  const ran: string[] = [];
  const note = (name: string) => () => void ran.push(`${name}@${clock.nowMs()}`);
  clock.after(30, note("c"));
  clock.after(10, note("a"));
  clock.after(30, note("d"));
  clock.after(20, note("b"));
  await clock.advance(100);
  expect(ran).toEqual(["a@10", "b@20", "c@30", "d@30"]);
  expect(clock.nowMs()).toBe(100);
});

test("a timer set by a timer runs within the same advance if it falls due in it", async () => {
  const clock = new ManualClock(0);
  const ran: number[] = [];
  const tick = () => {
    ran.push(clock.nowMs());
    clock.after(20, tick);
  };
  clock.after(20, tick);
  await clock.advance(70);
  expect(ran).toEqual([20, 40, 60]);
  await clock.advance(10);
  expect(ran).toEqual([20, 40, 60, 80]);
});

test("chains of promises settle before the next timer runs", async () => {
  const clock = new ManualClock(0);
  const ran: string[] = [];
  clock.after(10, () => {
    void (async () => {
      for (let step = 0; step < 100; step += 1) await null;
      await new Promise((resolve) => setImmediate(resolve));
      await null;
      ran.push(`chain@${clock.nowMs()}`);
      clock.after(5, () => void ran.push(`set by the chain@${clock.nowMs()}`));
    })();
  });
  clock.after(20, () => void ran.push("second@20"));
  await clock.advance(100);
  expect(ran).toEqual(["chain@10", "set by the chain@15", "second@20"]);
});

test("what was started before an advance gets to set its timer first", async () => {
  const clock = new ManualClock(0);
  const waited = (async () => {
    for (let step = 0; step < 20; step += 1) await null;
    await new Promise<void>((resolve) => clock.after(50, resolve));
    return clock.nowMs();
  })();
  await clock.advance(60);
  expect(await waited).toBe(50);
});

test("what the last timer started has settled when the advance ends", async () => {
  const clock = new ManualClock();
  let settled = false;
  clock.after(10, () => {
    void new Promise((resolve) => setImmediate(resolve)).then(() => {
      settled = true;
    });
  });
  await clock.advance(10);
  expect(settled).toBe(true);
});

test("a cancelled timer does not run, and cancelling again or too late does nothing", async () => {
  const clock = new ManualClock();
  const run = vi.fn();
  const cancel = clock.after(10, run);
  const late = clock.after(20, run);
  cancel();
  cancel();
  await clock.advance(100);
  late();
  expect(run).toHaveBeenCalledTimes(1);
});

test("a timer can cancel one that is due at the same time", async () => {
  const clock = new ManualClock();
  const run = vi.fn();
  let cancel = () => {};
  clock.after(10, () => cancel());
  cancel = clock.after(10, run);
  await clock.advance(10);
  expect(run).not.toHaveBeenCalled();
});

test("a timer without delay, or with a negative one, waits for the next advance, even by 0", async () => {
  const clock = new ManualClock(0);
  await clock.advance(100);
  const ran: number[] = [];
  clock.after(0, () => void ran.push(clock.nowMs()));
  clock.after(-50, () => void ran.push(clock.nowMs()));
  expect(ran).toEqual([]);
  await clock.advance(0);
  expect(ran).toEqual([100, 100]);
});

test("overlapping advances add up, and time never goes back", async () => {
  const clock = new ManualClock(0);
  const ran: number[] = [];
  for (const delay of [10, 25, 40]) clock.after(delay, () => void ran.push(clock.nowMs()));
  await Promise.all([clock.advance(30), clock.advance(10)]);
  expect(ran).toEqual([10, 25, 40]);
  expect(clock.nowMs()).toBe(40);
});

test("a timer that throws rejects the advance where it threw, and the clock can go on", async () => {
  const clock = new ManualClock(0);
  clock.after(10, () => {
    throw new Error("thrown by the timer");
  });
  await expect(clock.advance(100)).rejects.toThrow("thrown by the timer");
  expect(clock.nowMs()).toBe(10);
  await clock.advance(5);
  expect(clock.nowMs()).toBe(15);
});

test("the clock refuses to go back", async () => {
  const clock = new ManualClock(0);
  await expect(clock.advance(-1)).rejects.toThrow(RangeError);
  await expect(clock.advance(Number.NaN)).rejects.toThrow(RangeError);
  expect(clock.nowMs()).toBe(0);
});
