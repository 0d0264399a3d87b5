import { readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { type Disk, nodeDisk } from "../../../../src/sinks/file/disk.js";
import { FolderLock } from "../../../../src/sinks/file/lock/folder-lock.js";
import { socketPresences } from "../../../../src/sinks/file/lock/presence.js";
import { newFolder } from "../../support/folder.js";
import { steppingDisk } from "../../support/stepping-disk.js";

/** A member that gives the lock up as soon as somebody asks. */
function aLock(folder: string, disk: Disk = nodeDisk): FolderLock {
  const lock = new FolderLock({
    folder,
    disk,
    presences: socketPresences(folder),
    pause,
    limitMs: 2_000,
    onWanted: () => void lock.release(),
  });
  return lock;
}

/** A member that keeps it whatever others want. */
const aKeeper = (folder: string, limitMs = 2_000, disk: Disk = nodeDisk) =>
  new FolderLock({ folder, disk, presences: socketPresences(folder), pause, limitMs, onWanted: () => {} });

async function aFolder(): Promise<string> {
  const folder = path.join(newFolder(), "lock");
  await nodeDisk.makeFolder(path.dirname(folder));
  return folder;
}

const outcome = (acquired: Promise<void>) =>
  acquired.then(
    () => "held",
    () => "refused",
  );

test("one holds it, and the others are refused after their limit", async () => {
  const folder = await aFolder();
  const [holder, ...others] = Array.from({ length: 5 }, () => aKeeper(folder, 200));
  await holder?.acquire();
  expect(await Promise.all(others.map((lock) => outcome(lock.acquire())))).toEqual(Array(4).fill("refused"));
  await holder?.release();
  await others[0]?.acquire();
  for (const lock of [holder, ...others]) await lock?.close();
});

test("of many that come at once to a folder that is not there one at a time holds it, and all do in the end", async () => {
  const folder = await aFolder();
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      const lock = aKeeper(folder, 20_000);
      for (let turn = 0; turn < 5; turn += 1) {
        await lock.acquire();
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
        await lock.release();
      }
      await lock.close();
    }),
  );
  expect(most).toBe(1);
  expect(readdirSync(folder).filter((name) => /^\d+$/.test(name)).length).toBeLessThanOrEqual(2);
});

/** Two that pass the lock to and fro, so that what is old is cleared away. */
async function passOn(folder: string, times: number) {
  const pair = [aLock(folder), aLock(folder)] as const;
  for (let turn = 0; turn < times; turn += 1) await pair[turn % 2 ? 1 : 0].acquire();
  return pair;
}

/** A member that slept between its look at the claims and its own claim, which it then makes. `trusting`: it looks no more. */
async function sleeper(folder: string, { trusting }: { trusting: boolean }) {
  let wake = () => {};
  const asleep = new Promise<void>((resolve) => {
    wake = resolve;
  });
  let isAsleep = () => {};
  const fellAsleep = new Promise<void>((resolve) => {
    isAsleep = resolve;
  });
  let seen: unknown;
  const disk = steppingDisk(nodeDisk, async (name, _args, step) => {
    if (name === "link") {
      isAsleep();
      await asleep;
    }
    if (name !== "readText") return step();
    seen ??= await step();
    return trusting ? seen : step();
  });
  const lock = aKeeper(folder, 300, disk);
  const acquired = outcome(lock.acquire());
  await fellAsleep;
  return { wake, acquired, lock };
}

test("whoever slept while its number was used and cleared away does not take it for its own", async () => {
  const folder = await aFolder();
  const { wake, acquired, lock } = await sleeper(folder, { trusting: false });
  const pair = await passOn(folder, 6);
  const holder = aKeeper(folder);
  await holder.acquire();
  wake();
  expect(await acquired).toBe("refused");
  for (const each of [...pair, holder, lock]) await each.close();
});

test("control: if it did not look again there would be two", async () => {
  const folder = await aFolder();
  const { wake, acquired, lock } = await sleeper(folder, { trusting: true });
  const pair = await passOn(folder, 6);
  const holder = aKeeper(folder);
  await holder.acquire();
  wake();
  expect(await acquired).toBe("held");
  for (const each of [...pair, holder, lock]) await each.close();
});

/** A disk that falls asleep at its first step of this name. */
function drowsyDisk(at: string) {
  let wake = () => {};
  const asleep = new Promise<void>((resolve) => {
    wake = resolve;
  });
  let fallAsleep = () => {};
  const fellAsleep = new Promise<void>((resolve) => {
    fallAsleep = resolve;
  });
  const disk = steppingDisk(nodeDisk, async (name, _args, step) => {
    if (name === at) {
      fallAsleep();
      await asleep;
    }
    return step();
  });
  return { disk, wake, fellAsleep };
}

test("nor does whoever slept before it read who held, while another sleeper made that number anew", async () => {
  const folder = await aFolder();
  await passOnce(folder);
  const beforeLink = drowsyDisk("link");
  const late = aKeeper(folder, 300, beforeLink.disk);
  const lateOutcome = outcome(late.acquire());
  await beforeLink.fellAsleep; // it is about to make the next number
  await passOnce(folder); // which is made by somebody else
  const beforeRead = drowsyDisk("readText");
  const later = aKeeper(folder, 300, beforeRead.disk);
  const laterOutcome = outcome(later.acquire());
  await beforeRead.fellAsleep; // it is about to read who made that
  for (let turn = 0; turn < 4; turn += 1) await passOnce(folder);
  const holder = aKeeper(folder);
  await holder.acquire();
  beforeLink.wake();
  expect(await lateOutcome).toBe("refused");
  beforeRead.wake();
  expect(await laterOutcome).toBe("refused");
  for (const each of [holder, late, later]) await each.close();
});

async function passOnce(folder: string): Promise<void> {
  const lock = aKeeper(folder);
  await lock.acquire();
  await lock.close();
}

test("what a thread of this process held is free once it has ended, though the process lives on", async () => {
  const folder = await aFolder();
  const dist = new URL("../../../../dist/sinks/file/", import.meta.url);
  const worker = new Worker(
    `const { parentPort } = require("node:worker_threads");
    (async () => {
      const { FolderLock } = await import("${new URL("lock/folder-lock.js", dist)}");
      const { socketPresences } = await import("${new URL("lock/presence.js", dist)}");
      const { nodeDisk } = await import("${new URL("disk.js", dist)}");
      const { setTimeout: pause } = await import("node:timers/promises");
      const folder = ${JSON.stringify(folder)};
      const lock = new FolderLock({ folder, disk: nodeDisk, presences: socketPresences(folder), pause, limitMs: 1000, onWanted() {} });
      await lock.acquire();
      parentPort.on("message", () => {});
      parentPort.postMessage("held");
    })();`,
    { eval: true },
  );
  await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  const lock = aKeeper(folder, 200);
  expect(await outcome(lock.acquire())).toBe("refused");
  await worker.terminate();
  expect(await outcome(lock.acquire())).toBe("held");
  await lock.close();
});

test("whoever cannot write that it released, on a full disk, holds nobody up", async () => {
  const folder = await aFolder();
  const disk = steppingDisk(nodeDisk, (name, args, step) =>
    name === "link" && String(args[1]).endsWith(".released") ? Promise.reject(new Error("ENOSPC")) : step(),
  );
  const full = aKeeper(folder, 2_000, disk);
  await full.acquire();
  await full.release();
  const other = aKeeper(folder, 500);
  await other.acquire();
  await other.release();
  await full.acquire(); // it comes back as another
  for (const lock of [other, full]) await lock.close();
});

test("what the dead leave is cleared away by whoever comes next", async () => {
  const folder = await aFolder();
  const lock = aKeeper(folder);
  await lock.acquire();
  for (let index = 0; index < 5; index += 1) await nodeDisk.writeText(path.join(folder, `pdead${index}.claim`), "x 1");
  await lock.release();
  const next = aKeeper(folder);
  await next.acquire();
  expect(readdirSync(folder).filter((name) => name.startsWith("pdead"))).toEqual([]);
  for (const each of [lock, next]) await each.close();
});
