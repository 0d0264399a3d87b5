import { expect, test } from "vitest";
import { nodeDisk } from "../../../src/sinks/file/disk.js";
import { bareSink } from "../support/bare-sink.js";
import { newFolder } from "../support/folder.js";
import { notes } from "../support/notes.js";

const lyingOn = (kind: number | undefined) => ({ ...nodeDisk, kindOf: async () => kind });

test.each([
  [0x6969, "NFS"],
  [0xff534d42, "CIFS"],
  [0xff534d42 | 0, "CIFS"], // as some systems give it: with a sign
  [0x00c36400, "Ceph"],
])("a folder on a file system of kind %i is refused, for it is of another machine: %s", async (kind, name) => {
  const sink = bareSink({ folder: newFolder() }, lyingOn(kind));
  await expect(sink.append(notes("a"))).rejects.toMatchObject({
    code: "invalid_setup",
    message: expect.stringContaining(`(${name})`),
  });
});

test.each([0xef53, 0x01021994, undefined])("one of kind %s is taken", async (kind) => {
  await bareSink({ folder: newFolder() }, lyingOn(kind)).append(notes("a"));
});
