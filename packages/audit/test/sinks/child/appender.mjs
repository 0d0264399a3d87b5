// A process that appends entries and says which were acknowledged, each before the next. It may be told to die at one of
// the steps that it asks of the disk. Plain JavaScript on the built package, as users run it.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { seal } from "../../../dist/chain/seal.js";
import { nodeDisk } from "../../../dist/sinks/file/disk.js";
import { FileSink } from "../../../dist/sinks/file/file-sink.js";
import { FolderLock } from "../../../dist/sinks/file/lock/folder-lock.js";
import { socketPresences } from "../../../dist/sinks/file/lock/presence.js";

const {
  folder,
  name,
  count,
  lock = true,
  atOnce = 1,
  dieAt = Infinity,
  die = "before",
  maxFileBytes = 1e9,
  lockTimeoutMs = 60_000,
  idle = false,
} = JSON.parse(process.argv[2]);

const end = () => process.kill(process.pid, "SIGKILL");
let steps = 0;

/** The numbers of the steps that write to the log. */
const writes = [];

/** Dies before its step, or after half of what it writes. */
const stepping = (target) =>
  Object.fromEntries(
    Object.entries(target).map(([step, make]) => [
      step,
      async (...args) => {
        steps += 1;
        const isWrite = step === "append" || step === "writeAt";
        if (isWrite) writes.push(steps);
        if (steps === dieAt) {
          const bytes = args.at(-1);
          if (die === "half" && isWrite)
            await make(...args.slice(0, -1), bytes.subarray(0, Math.ceil(bytes.length / 2)));
          end();
        }
        const answer = await make(...args);
        return step === "open" ? stepping(answer) : answer;
      },
    ]),
  );
const disk = stepping(nodeDisk);

const none = { acquire: async () => {}, release: async () => {}, close: async () => {} };
const claims = (options) =>
  new FolderLock({ ...options, disk, presences: socketPresences(path.join(folder, "lock")), pause });
const sink = new FileSink(
  { folder, maxFileBytes, maxFileAgeMs: Infinity, fsync: true, lockTimeoutMs },
  { disk, nowMs: () => 0, lock: lock ? claims : () => none },
);
const note = (text) => (head, recovered) => {
  const told = recovered ? [() => ({ atMs: 0, kind: "log", body: { type: "recovered", ...recovered } })] : [];
  return seal(head, [...told, () => ({ atMs: 0, kind: "done", body: { note: text } })], randomUUID).lines;
};

async function finish() {
  await sink.close();
  process.send?.({ steps, writes });
  process.disconnect?.();
}

let next = 0;
async function work() {
  while (next < count) {
    const text = `${name}.${next++}`;
    await sink.append(note(text));
    fs.writeSync(1, `${text}\n`); // at once, so that none is lost when this process is killed
  }
}
try {
  await Promise.all(Array.from({ length: atOnce }, work));
  if (idle)
    process.on("message", () => {}); // keeps it
  else await finish();
} catch (error) {
  fs.writeSync(2, `${error.code} ${error.message}\n`);
  process.exit(1);
}
