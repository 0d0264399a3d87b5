import { expect, test } from "vitest";
import { fileSink } from "../../../src/sinks/file/file-sink.js";
import { startAppender } from "../support/appender.js";
import { newFolder } from "../support/folder.js";
import { notes, verifiedNotes } from "../support/notes.js";

/** Small, so that files begin anew within a few appends. */
const maxFileBytes = 700;

/** What is left of a log after its process was killed: it verifies, lacks nothing acknowledged, and goes on at once. */
async function expectWhole(folder: string, acknowledged: readonly string[]): Promise<string[]> {
  const sink = fileSink({ folder, maxFileBytes, lockTimeoutMs: 60_000 });
  await sink.append(notes("after"));
  const said = await verifiedNotes(sink);
  await sink.close();
  expect(said.at(-1)).toBe("after");
  const notesThere = said.filter((note) => note !== "recovered" && note !== "after");
  // One more may be there than was acknowledged: it died before it could say so.
  expect([acknowledged, acknowledged.concat(`n.${acknowledged.length}`)]).toContainEqual(notesThere);
  return said;
}

test("a process killed before any step that it asks of the disk, or after half a write, leaves a log that verifies and lacks nothing acknowledged", async () => {
  const options = { name: "n", count: 4, maxFileBytes };
  const { steps, writes } = await startAppender({ ...options, folder: newFolder() }).ended;
  expect(steps).toBeGreaterThan(25);
  expect(writes).toHaveLength(options.count);
  const killed = async (dieAt: number, die: "before" | "half") => {
    const folder = newFolder();
    const appender = startAppender({ ...options, folder, dieAt, die });
    expect((await appender.ended).signal).toBe("SIGKILL");
    return expectWhole(folder, appender.acknowledged());
  };
  for (let dieAt = 1; dieAt <= steps; dieAt += 1) await killed(dieAt, "before");
  for (const dieAt of writes) expect(await killed(dieAt, "half")).toContain("recovered");
});

const rounds = Number(process.env.HOLDPOINT_AUDIT_KILLS ?? 8);

test(`a process killed at ${rounds} random instants of its appends does so too`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const folder = newFolder();
    const appender = startAppender({ folder, name: "n", count: 100_000, maxFileBytes });
    await appender.reaches(1 + Math.floor(Math.random() * 30));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
    appender.signal("SIGKILL");
    await appender.ended;
    await expectWhole(folder, appender.acknowledged());
  }
});
