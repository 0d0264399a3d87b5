import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { nodeDisk } from "../../../src/sinks/file/disk.js";
import { fileSink } from "../../../src/sinks/file/file-sink.js";
import { bareSink } from "../support/bare-sink.js";
import { newFolder } from "../support/folder.js";
import { notes, verifiedNotes } from "../support/notes.js";
import { steppingDisk } from "../support/stepping-disk.js";

const failure = (code: string) => Object.assign(new Error(`${code}: as the system says it`), { code });

/** Takes so many bytes, then fails as a disk that is full does: a write takes what there is room for. */
function fillingDisk(bytes: number) {
  let left = bytes;
  return {
    disk: steppingDisk(nodeDisk, async (name, args, step) => {
      if (name !== "append" && name !== "writeAt") return step();
      const given = args.at(-1) as Uint8Array;
      if (left === 0) throw failure("ENOSPC");
      if (given.length <= left) {
        left -= given.length;
        return step();
      }
      const taken = left;
      left = 0;
      const file = await nodeDisk.open(currentFile, "append");
      await file.append(given.subarray(0, taken));
      await file.close();
      return taken;
    }),
    makeRoom: () => {
      left = Number.POSITIVE_INFINITY;
    },
  };
}
let currentFile = "";

test("on a disk that is full after any number of bytes an append rejects, and leaves nothing half done", async () => {
  const probe = newFolder();
  await bareSink({ folder: probe }).append(notes("a", "b"));
  const size = readFileSync(path.join(probe, readdirSync(probe)[0] as string)).length;
  for (let room = 0; room < size; room += 7) {
    const folder = newFolder();
    await bareSink({ folder }).append(notes("first"));
    currentFile = path.join(folder, readdirSync(folder)[0] as string);
    const before = readFileSync(currentFile);
    const { disk, makeRoom } = fillingDisk(room);
    const sink = bareSink({ folder }, disk);
    await expect(sink.append(notes("a", "b"))).rejects.toMatchObject({
      code: "journal_unavailable",
      message: "Audit log: the disk is full.",
    });
    expect(readFileSync(currentFile)).toEqual(before);
    makeRoom();
    await sink.append(notes("c"));
    expect(await verifiedNotes(sink)).toEqual(["first", "c"]);
  }
});

test("where even cutting off what was half written fails, the next append recovers it", async () => {
  const folder = newFolder();
  await bareSink({ folder }).append(notes("first"));
  currentFile = path.join(folder, readdirSync(folder)[0] as string);
  const { disk } = fillingDisk(350);
  const stuck = steppingDisk(disk, (name, _args, step) =>
    name === "truncate" ? Promise.reject(failure("EIO")) : step(),
  );
  await expect(bareSink({ folder }, stuck).append(notes("a", "b"))).rejects.toMatchObject({
    code: "journal_unavailable",
  });
  await bareSink({ folder }).append(notes("c"));
  const said = await verifiedNotes(bareSink({ folder }));
  expect(said.slice(-2)).toEqual(["recovered", "c"]);
});

test("what could not be synced is taken back: an acknowledgement is never given for it", async () => {
  const folder = newFolder();
  await bareSink({ folder }).append(notes("first"));
  let broken = true;
  const disk = steppingDisk(nodeDisk, (name, _args, step) =>
    name === "sync" && broken ? Promise.reject(failure("EIO")) : step(),
  );
  const sink = bareSink({ folder }, disk);
  await expect(sink.append(notes("a"))).rejects.toThrow("Audit log: the disk failed.");
  expect(await verifiedNotes(sink)).toEqual(["first"]);
  broken = false;
  await sink.append(notes("b"));
  expect(await verifiedNotes(sink)).toEqual(["first", "b"]);
});

test("a process whose files may not grow any further rejects, and what it acknowledged verifies", async () => {
  const folder = newFolder();
  const child = fileURLToPath(new URL("../child/appender.mjs", import.meta.url));
  const options = JSON.stringify({ folder, name: "n", count: 1000 });
  const limit = 'ulimit -f 16; exec "$0" "$@"'; // 16 KiB
  const { stdout, stderr } = spawnSync("bash", ["-c", limit, process.execPath, child, options], { encoding: "utf8" });
  expect(stderr).toMatch(/^journal_unavailable Audit log: the file may not grow any further/);
  const acknowledged = stdout.split("\n").filter(Boolean);
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(acknowledged.length).toBeLessThan(1000);
  const sink = fileSink({ folder });
  expect(await verifiedNotes(sink)).toEqual(acknowledged);
  await sink.append(notes("after"));
  expect(await verifiedNotes(sink)).toEqual([...acknowledged, "after"]);
  await sink.close();
});
