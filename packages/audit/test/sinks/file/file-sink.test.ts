import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { nodeDisk } from "../../../src/sinks/file/disk.js";
import { logFilesIn } from "../../../src/sinks/file/file-name.js";
import { FileSink, fileSink } from "../../../src/sinks/file/file-sink.js";
import { newFolder } from "../support/folder.js";
import { noLock } from "../support/no-lock.js";
import { notes, readNotes, verifiedNotes } from "../support/notes.js";

const files = (folder: string) => logFilesIn(readdirSync(folder)).map(({ name }) => name);

test("what was appended is read in order, and goes on where it left off when it is opened again", async () => {
  const folder = newFolder();
  const first = fileSink({ folder });
  await first.append(notes("a"));
  await first.append(notes("b", "c"));
  await first.close();
  const second = fileSink({ folder });
  await second.append(notes("d"));
  expect(await verifiedNotes(second)).toEqual(["a", "b", "c", "d"]);
  expect(files(folder)).toHaveLength(1);
  await second.close();
});

test("appends that are not waited for are all there, in the order of their calls", async () => {
  const sink = fileSink({ folder: newFolder() });
  const names = Array.from({ length: 200 }, (_, index) => `n${index}`);
  await Promise.all(names.map((name) => sink.append(notes(name))));
  expect(await verifiedNotes(sink)).toEqual(names);
  await sink.close();
});

test("nothing is made before the first append, and a log that is not there is empty", async () => {
  const folder = newFolder();
  const sink = fileSink({ folder });
  expect(await readNotes(sink)).toEqual([]);
  expect(existsSync(folder)).toBe(false);
  await sink.append(() => []);
  expect(await readNotes(sink)).toEqual([]);
  await sink.close();
});

test("two sinks of one process take turns on one log", async () => {
  const folder = newFolder();
  const sinks = [fileSink({ folder }), fileSink({ folder })] as const;
  await Promise.all(Array.from({ length: 60 }, (_, index) => sinks[index % 2 ? 1 : 0].append(notes(`n${index}`))));
  expect((await verifiedNotes(sinks[0])).sort()).toEqual(Array.from({ length: 60 }, (_, index) => `n${index}`).sort());
  for (const sink of sinks) await sink.close();
});

test("files begin anew before they get too large, and the chain goes on across them", async () => {
  const folder = newFolder();
  const sink = fileSink({ folder, maxFileBytes: 1000 });
  const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
  for (const name of names) await sink.append(notes(name));
  await sink.append(notes("x".repeat(3000)));
  await sink.append(notes("last"));
  const sizes = files(folder).map((name) => statSync(path.join(folder, name)).size);
  expect(sizes.length).toBeGreaterThan(5);
  expect(sizes.filter((size) => size > 1000)).toHaveLength(1); // the entry that is larger itself
  expect(await verifiedNotes(sink)).toEqual([...names, "x".repeat(3000), "last"]);
  await sink.close();
});

test("files begin anew once they are old, by the clock and across restarts", async () => {
  const folder = newFolder();
  let nowMs = Date.UTC(2026, 0, 31, 23, 59, 59, 999);
  const open = () =>
    new FileSink(
      { folder, maxFileBytes: 1e6, maxFileAgeMs: 60_000, fsync: true, lockTimeoutMs: 1000 },
      { disk: nodeDisk, nowMs: () => nowMs, lock: noLock },
    );
  await open().append(notes("a"));
  nowMs += 59_999;
  await open().append(notes("b"));
  nowMs += 1;
  await open().append(notes("c"));
  expect(files(folder)).toEqual([
    "0000000000000001-20260131T235959.999Z.jsonl",
    "0000000000000003-20260201T000059.999Z.jsonl",
  ]);
  expect(await verifiedNotes(open())).toEqual(["a", "b", "c"]);
});

test("reading from a number on starts in the right file and at the right line", async () => {
  const sink = fileSink({ folder: newFolder(), maxFileBytes: 1200 });
  const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
  for (const name of names) await sink.append(notes(name));
  for (let from = 1; from <= 21; from += 1) expect(await readNotes(sink, from)).toEqual(names.slice(from - 1));
  await sink.close();
});

test("files of others in the folder are no part of the log", async () => {
  const folder = newFolder();
  const sink = fileSink({ folder });
  await sink.append(notes("a"));
  writeFileSync(path.join(folder, "README.txt"), "not a log\n");
  writeFileSync(path.join(folder, "0000000000000002.jsonl"), "not a log\n");
  await sink.append(notes("b"));
  expect(await verifiedNotes(sink)).toEqual(["a", "b"]);
  await sink.close();
});

test("nobody but its owner can read it", async () => {
  const folder = newFolder();
  const sink = fileSink({ folder });
  await sink.append(notes("a"));
  expect(statSync(folder).mode & 0o077).toBe(0);
  expect(statSync(path.join(folder, files(folder)[0] as string)).mode & 0o077).toBe(0);
  await sink.close();
});

test("a log whose last line is no intact entry takes no more, and is left as it is", async () => {
  const folder = newFolder();
  const sink = fileSink({ folder });
  await sink.append(notes("a"));
  await sink.close();
  const file = path.join(folder, files(folder)[0] as string);
  appendFileSync(file, "somebody wrote here\n");
  const before = readFileSync(file);
  const again = fileSink({ folder });
  await expect(again.append(notes("b"))).rejects.toMatchObject({
    code: "journal_unavailable",
    message: expect.stringContaining("is no intact entry"),
  });
  expect(readFileSync(file)).toEqual(before);
  await again.close();
});

test("a seal that throws fails its own append alone", async () => {
  const sink = fileSink({ folder: newFolder() });
  const failing = sink.append(() => {
    throw new TypeError("no JSON");
  });
  await expect(failing).rejects.toThrow("no JSON");
  await sink.append(notes("a"));
  expect(await verifiedNotes(sink)).toEqual(["a"]);
  await sink.close();
});

test("closing waits for what was appended, and afterwards nothing is", async () => {
  const folder = newFolder();
  const sink = fileSink({ folder });
  const appended = sink.append(notes("a"));
  await sink.close();
  await sink.close();
  await appended;
  await expect(sink.append(notes("b"))).rejects.toMatchObject({ code: "closed" });
  expect(await verifiedNotes(sink)).toEqual(["a"]);
  const left = readdirSync(path.join(folder, "lock")).filter((name) => !/^\d+(\.released)?$/.test(name));
  expect(left).toEqual([]);
});

test("a folder of a very long path has its lock all the same", async () => {
  const folder = path.join(newFolder(), "x".repeat(120), "y".repeat(120));
  const sinks = [fileSink({ folder }), fileSink({ folder })] as const;
  await Promise.all(sinks.map((sink, index) => sink.append(notes(String(index)))));
  expect((await verifiedNotes(sinks[0])).sort()).toEqual(["0", "1"]);
  for (const sink of sinks) await sink.close();
});

test.each([
  [{ folder: "" }, /folder/],
  [{ folder: "x", maxFileBytes: 0 }, /maxFileBytes/],
  [{ folder: "x", maxFileAgeMs: Number.NaN }, /maxFileAgeMs/],
  [{ folder: "x", lockTimeoutMs: -1 }, /lockTimeoutMs/],
  [{ folder: "x", maxBytes: 1 }, /maxBytes/],
])("%o is no set-up", (options, problem) => {
  expect(() => fileSink(options as never)).toThrow(expect.objectContaining({ code: "invalid_setup" }));
  expect(() => fileSink(options as never)).toThrow(problem);
});
