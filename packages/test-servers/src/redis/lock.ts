import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Lets one process at a time do the work. The lock spares double work only: the work itself must be right even if two
 * do it, since the lock of a process that died is not waited for.
 */
export async function whileLocked(file: string, work: () => Promise<void>): Promise<void> {
  const mine = take(file);
  if (!mine) while (isHeld(file)) await sleep(100);
  try {
    await work();
  } finally {
    if (mine) fs.rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}

function isHeld(file: string): boolean {
  try {
    const pid = Number(fs.readFileSync(file, "utf8"));
    // Not yet written, or written by a process that is there: signal 0 asks, and does nothing.
    return pid === 0 || process.kill(pid, 0);
  } catch {
    return false;
  }
}
