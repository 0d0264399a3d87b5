import fc from "fast-check";
import { expect, test } from "vitest";
import type { Disk } from "../../../src/sinks/file/disk.js";
import { bareSink } from "../support/bare-sink.js";
import { type Chance, ForgetfulDisk } from "../support/forgetful-disk.js";
import { faultIn, notes, readNotes } from "../support/notes.js";
import { dyingDisk, steppingDisk } from "../support/stepping-disk.js";

const chance: fc.Arbitrary<Chance> = fc.record({
  ofEnd: fc.constantFrom("nothing", "half", "zeros", "all"),
  ofName: fc.boolean(),
});

/** The lives of a process: in each so many appends, cut off at a step, by its death alone or by that of the machine. */
const lives = fc.array(
  fc.record({
    atStep: fc.integer({ min: 1, max: 60 }),
    appends: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 6 }),
    isPowerCut: fc.boolean(),
    chances: fc.infiniteStream(chance),
  }),
  { minLength: 1, maxLength: 5 },
);

const folder = "/log";
const options = { folder, maxFileBytes: 600 };

/** What is wrong with a log after these lives; "none" if it verifies, and has all that was acknowledged in order. */
async function problemAfter(
  all: Iterable<{ atStep: number; appends: number[]; isPowerCut: boolean; chances: Iterable<Chance> }>,
  { fsync = true, through = (disk: Disk) => disk } = {},
): Promise<string> {
  const disk = new ForgetfulDisk();
  const acknowledged: string[] = [];
  let next = 0;
  for (const { atStep, appends, isPowerCut, chances } of all) {
    const dying = dyingDisk(through(disk), atStep);
    const sink = bareSink({ ...options, fsync }, dying.disk);
    for (const size of appends) {
      const texts = Array.from({ length: size }, () => `n${next++}`);
      await sink.append(notes(...texts)).then(
        () => acknowledged.push(...texts),
        () => {},
      );
    }
    const dice = chances[Symbol.iterator]();
    if (isPowerCut) disk.cut(() => dice.next().value as Chance);
  }
  const sink = bareSink(options, disk);
  try {
    await sink.append(notes("after"));
  } catch (error) {
    return String(error);
  }
  const fault = await faultIn(sink);
  if (fault !== "none") return fault;
  const said = await readNotes(sink);
  const lacking = acknowledged.filter((text) => !said.includes(text));
  return lacking.length > 0 ? `lacks ${lacking}` : "none";
}

test("a log outlives any power cuts at any steps: it verifies, and lacks nothing acknowledged", async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (all) => {
      expect(await problemAfter(all)).toBe("none");
    }),
    { numRuns: 400 },
  );
});

test.each([
  ["a file is not synced", { fsync: false }],
  [
    "a folder is not synced",
    {
      through: (disk: Disk) =>
        steppingDisk(disk, (name, _args, step) => (name === "syncFolder" ? Promise.resolve() : step())),
    },
  ],
])("control: where %s, entries that were acknowledged are lost", async (_what, without) => {
  const found = await fc.check(
    fc.asyncProperty(lives, async (all) => (await problemAfter(all, without)) === "none"),
    { numRuns: 400, endOnFailure: true },
  );
  expect(found.failed).toBe(true);
});
