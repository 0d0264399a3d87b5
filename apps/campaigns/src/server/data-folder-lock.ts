import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CannotStart } from "./cannot-start.js";

/**
 * One process to a folder: the embedded database does not see a second one and would be damaged by it.
 * @throws CannotStart while another process uses the folder
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, "campaigns.lock");
  const release = () => rm(file, { force: true });
  if (await create(file)) return release;
  const holder = Number(await readFile(file, "utf8"));
  if (isRunning(holder)) {
    throw new CannotStart(`${folder} is in use by process ${holder}. Stop it, or choose another folder with --data.`);
  }
  await release(); // its process died without cleaning up
  if (await create(file)) return release;
  throw new CannotStart(`${folder} was taken by another process just now.`);
}

/** False if the file is there already. */
async function create(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
