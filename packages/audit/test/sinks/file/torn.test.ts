import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readEntry } from "../../../src/entry/read-entry.js";
import { nodeDisk } from "../../../src/sinks/file/disk.js";
import { bareSink } from "../support/bare-sink.js";
import { newFolder } from "../support/folder.js";
import { faultIn, notes, readNotes, verifiedNotes } from "../support/notes.js";
import { dyingDisk } from "../support/stepping-disk.js";

const fileIn = (folder: string) => path.join(folder, readdirSync(folder).at(-1) as string);

async function aLog(...texts: string[]) {
  const folder = newFolder();
  const sink = bareSink({ folder });
  for (const text of texts) await sink.append(notes(text));
  await sink.close();
  return { folder, bytes: readFileSync(fileIn(folder)) };
}

const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("base64url");

/** What the log says it recovered. */
async function recoveries(folder: string) {
  const found: { bytes: number; digest: string }[] = [];
  for await (const line of bareSink({ folder }).read()) {
    const body = readEntry(line)?.entry.body as { type?: string; bytes: number; digest: string } | undefined;
    if (body?.type === "recovered") found.push({ bytes: body.bytes, digest: body.digest });
  }
  return found;
}

test("a last line torn at any byte is cut by the next append, and told with its size and digest", async () => {
  const { folder, bytes } = await aLog("a", "b");
  const lastStart = bytes.lastIndexOf("\n", bytes.length - 2) + 1;
  for (let end = lastStart + 1; end < bytes.length; end += 1) {
    writeFileSync(fileIn(folder), bytes.subarray(0, end));
    expect(await faultIn(bareSink({ folder }))).toBe("torn");
    await bareSink({ folder }).append(notes("c"));
    expect(await verifiedNotes(bareSink({ folder }))).toEqual(["a", "recovered", "c"]);
    const rest = bytes.subarray(lastStart, end);
    expect(await recoveries(folder)).toEqual([{ bytes: rest.length, digest: digestOf(rest) }]);
  }
});

test("a first line that is torn is recovered too, and so is what a power cut left of zeros", async () => {
  const { folder, bytes } = await aLog("a");
  truncateSync(fileIn(folder), 10);
  await bareSink({ folder }).append(notes("b"));
  expect(await verifiedNotes(bareSink({ folder }))).toEqual(["recovered", "b"]);
  writeFileSync(fileIn(folder), Buffer.concat([bytes, Buffer.alloc(100_000)]));
  await bareSink({ folder }).append(notes("c"));
  expect(await verifiedNotes(bareSink({ folder }))).toEqual(["a", "recovered", "c"]);
});

test("a torn rest that is longer than what is written over it leaves nothing", async () => {
  const { folder, bytes } = await aLog("a");
  writeFileSync(fileIn(folder), Buffer.concat([bytes, Buffer.from(`{"entry":${"x".repeat(50_000)}`)]));
  await bareSink({ folder }).append(notes("b"));
  expect(await verifiedNotes(bareSink({ folder }))).toEqual(["a", "recovered", "b"]);
});

test("a recovery that dies at any of its steps, or after half a write, is still told by a later one", async () => {
  const { folder, bytes } = await aLog("a", "b");
  writeFileSync(fileIn(folder), bytes.subarray(0, bytes.length - 7));
  const torn = `${folder}-torn`;
  cpSync(folder, torn, { recursive: true });
  let steps = Number.POSITIVE_INFINITY;
  for (let at = 1; at <= steps; at += 1) {
    cpSync(torn, folder, { recursive: true });
    const dying = dyingDisk(nodeDisk, at);
    const answer = await bareSink({ folder }, dying.disk)
      .append(notes("c"))
      .then(
        () => "acknowledged",
        () => "rejected",
      );
    if (answer === "acknowledged") steps = at;
    await bareSink({ folder }).append(notes("d"));
    const said = await verifiedNotes(bareSink({ folder }));
    expect(said.at(-1)).toBe("d");
    expect(said.slice(0, 2)).toEqual(["a", "recovered"]);
    if (answer === "acknowledged") expect(said).toContain("c");
  }
  expect(steps).toBeGreaterThan(8);
});

test("a log that is read while its last line is not whole yet gives that last, without a newline", async () => {
  const { folder, bytes } = await aLog("a", "b");
  truncateSync(fileIn(folder), bytes.length - 1);
  const lines: Uint8Array[] = [];
  for await (const line of bareSink({ folder }).read()) lines.push(line);
  expect(Buffer.concat(lines)).toEqual(bytes.subarray(0, -1));
  expect(await readNotes(bareSink({ folder }))).toEqual(["a", "?"]);
});
