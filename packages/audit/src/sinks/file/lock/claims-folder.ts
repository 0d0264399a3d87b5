import { randomBytes } from "node:crypto";
import path from "node:path";
import type { Disk } from "../disk.js";
import { releaseOf, standingOf } from "./claims.js";
import type { Presences } from "./presence.js";

const suffix = ".claim";

/** What a member makes once, and gives another name for each claim and release: so both are one step. */
export const claimFileOf = (id: string): string => `${id}${suffix}`;

/** The text in it. The process id is for people alone. */
export const claimOf = (id: string, processId: number): string => `${id} ${processId}`;

export const idIn = (claim: string): string => claim.split(" ")[0] ?? "";
export const processIdIn = (claim: string): string => claim.split(" ")[1] ?? "?";

/**
 * The folder with its first claim, released, in one step: it is made once, and never without a claim again. Were it made
 * empty, whoever came late could make the first claim a second time.
 */
export async function makeClaims(disk: Disk, folder: string): Promise<void> {
  if (standingOf(await disk.names(folder)) !== undefined) return;
  const made = `${folder}-${randomBytes(8).toString("hex")}`;
  await disk.makeFolder(made);
  for (const name of ["0", releaseOf(0)]) await disk.writeText(path.join(made, name), claimOf("nobody", 0));
  if (!(await disk.renameFolder(made, folder))) await disk.removeFolder(made);
}

/**
 * Clears away what members have left who died without the lock. Only of those who had made their claim file: until then a
 * live one may not answer yet.
 */
export async function clearTheDead(disk: Disk, folder: string, presences: Presences): Promise<void> {
  for (const name of await disk.names(folder)) {
    if (!name.endsWith(suffix)) continue;
    const id = name.slice(0, -suffix.length);
    const door = await presences.knock(id);
    door.leave();
    if (!door.isGone) continue;
    const trace = presences.trace(id);
    if (trace !== undefined) await disk.remove(path.join(folder, trace));
    await disk.remove(path.join(folder, name));
  }
}
