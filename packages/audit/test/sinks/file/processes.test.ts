import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { fileSink } from "../../../src/sinks/file/file-sink.js";
import { type Appender, startAppender } from "../support/appender.js";
import { newFolder } from "../support/folder.js";
import { faultIn, notes, verifiedNotes } from "../support/notes.js";

const processes = 8;
const appends = Number(process.env.HOLDPOINT_AUDIT_APPENDS ?? 40);

/** Of each process, in its own order. */
const ofName = (said: readonly string[], name: string) => said.filter((note) => note.startsWith(`${name}.`));

test(`${processes} processes at once, killed at random and replaced, share one chain that lacks nothing acknowledged`, async () => {
  const folder = newFolder();
  const all: { readonly name: string; readonly appender: Appender }[] = [];
  let killed = 0;
  const member = async (index: number) => {
    for (let life = 0; ; life += 1) {
      const name = `p${index}-${life}`;
      const isLast = life === 2;
      const appender = startAppender({
        folder,
        name,
        count: isLast ? appends : 100_000,
        atOnce: 3,
        maxFileBytes: 20_000,
      });
      all.push({ name, appender });
      if (isLast) {
        expect(await appender.ended).toMatchObject({ code: 0 });
        return;
      }
      await appender.reaches(1);
      await sleep(Math.random() * 300);
      appender.signal("SIGKILL");
      killed += 1;
      await appender.ended;
    }
  };
  await Promise.all(Array.from({ length: processes }, (_, index) => member(index)));
  const sink = fileSink({ folder });
  const said = await verifiedNotes(sink);
  for (const { name, appender } of all) {
    const there = ofName(said, name);
    expect(there).toEqual(expect.arrayContaining(appender.acknowledged()));
    expect(new Set(there).size).toBe(there.length);
    // What is there beyond it was under way when it was killed.
    expect(there.length - appender.acknowledged().length).toBeLessThanOrEqual(3);
  }
  expect(killed).toBe(2 * processes);
  await sink.append(notes("after"));
  expect((await verifiedNotes(sink)).length).toBeGreaterThanOrEqual(processes * appends);
  await sink.close();
});

test("control: without the lock the chain forks", async () => {
  const folder = newFolder();
  const sink = fileSink({ folder });
  await sink.append(notes("first"));
  await sink.close();
  const all = Array.from({ length: processes }, (_, index) =>
    startAppender({ folder, name: `p${index}`, count: 40, lock: false }),
  );
  await Promise.all(all.map(({ ended }) => ended));
  expect(await faultIn(sink)).toBe("forked");
});

test("a process that was stopped while it appends keeps others waiting no longer than their limit, and goes on after it", async () => {
  const folder = newFolder();
  const appender = startAppender({ folder, name: "n", count: 100_000, atOnce: 4 });
  await appender.reaches(20);
  appender.signal("SIGSTOP");
  const sink = fileSink({ folder, lockTimeoutMs: 300 });
  await expect(sink.append(notes("a"))).rejects.toMatchObject({
    code: "journal_unavailable",
    message: expect.stringMatching(/another process \(\d+\) has held it for longer than 300 ms/),
  });
  const before = appender.acknowledged().length;
  appender.signal("SIGCONT");
  await appender.reaches(before + 10);
  await sink.append(notes("b"));
  appender.signal("SIGKILL");
  await appender.ended;
  const said = await verifiedNotes(sink);
  expect(said).toEqual(expect.arrayContaining(["b", ...appender.acknowledged()]));
  await sink.close();
});

test("a process that was stopped while it has nothing to append keeps nobody waiting", async () => {
  const folder = newFolder();
  const appender = startAppender({ folder, name: "n", count: 1, idle: true });
  await appender.reaches(1);
  await sleep(500);
  appender.signal("SIGSTOP");
  const sink = fileSink({ folder, lockTimeoutMs: 5_000 });
  await sink.append(notes("a"));
  expect(await verifiedNotes(sink)).toEqual(["n.0", "a"]);
  appender.signal("SIGKILL");
  await appender.ended;
  await sink.close();
});
