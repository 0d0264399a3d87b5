import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lockDataFolder } from "../src/server/data-folder-lock.js";
import { openStoredDatabase } from "../src/server/open-stored-database.js";

const startUpMs = 60_000;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "campaigns-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the lock of a data folder", () => {
  test("lets one process in, and the next one after it", async () => {
    const release = await lockDataFolder(folder);
    await expect(lockDataFolder(folder)).rejects.toThrow(`is in use by process ${process.pid}`);
    await release();
    await (await lockDataFolder(folder))();
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    ["a process that died", () => String(spawnSync(process.execPath, ["-e", ""]).pid)],
    ["nobody", () => ""],
  ])("of %s is taken over", async (_whose, pid) => {
    await writeFile(join(folder, "campaigns.lock"), pid());
    await (await lockDataFolder(folder))();
  });
});

describe("a stored database", () => {
  test("is made with its folder, kept, and opened by one process at a time", { timeout: startUpMs }, async () => {
    const place = join(folder, "made", "by it");
    const first = await openStoredDatabase(place);
    await first.query("update offers set payout = 6.20 where id = 12");
    await expect(openStoredDatabase(place)).rejects.toThrow("is in use by process");
    await first.close();
    const second = await openStoredDatabase(place);
    expect(await second.query("select payout::text from offers where id = 12")).toEqual([{ payout: "6.20" }]);
    await second.close();
  });

  test("says which folder cannot be used", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    await expect(openStoredDatabase(file)).rejects.toThrow(`The folder ${file} cannot be used`);
  });
});
