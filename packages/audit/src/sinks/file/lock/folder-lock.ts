import path from "node:path";
import { Tier2Error } from "@holdpoint/tier2-core";
import type { Disk } from "../disk.js";
import { releaseOf, type Standing, standingOf } from "./claims.js";
import { claimFileOf, claimOf, clearTheDead, idIn, makeClaims, processIdIn } from "./claims-folder.js";
import type { Lock } from "./lock.js";
import type { Door, Presence, Presences } from "./presence.js";

export interface FolderLockOptions {
  /** For the claims alone. */
  readonly folder: string;
  readonly disk: Disk;
  readonly presences: Presences;
  /** Resolves after so many ms. Nothing depends on it but how often the claims are looked at. */
  pause(ms: number): Promise<unknown>;
  /** The longest wait for another process. */
  readonly limitMs: number;
  /** Another process waits for it. */
  onWanted(): void;
}

/** How often the claims are looked at while their holder says nothing: it may have been stopped after it released. */
const lookEveryMs = 50;
/** How long whoever gave it up for others stands back, so that they come first. */
const courtesyMs = 2;

/**
 * A lock between processes of one machine that needs no time-out to be safe: claims.ts says who holds it, presence.ts who
 * is gone.
 */
export class FolderLock implements Lock {
  readonly #options: FolderLockOptions;
  #presence: Promise<Presence> | undefined;
  #held: number | undefined;
  #isCourteous = false;

  constructor(options: FolderLockOptions) {
    this.#options = options;
  }

  async acquire(): Promise<void> {
    if (this.#held !== undefined) return;
    this.#presence ??= this.#enter();
    const { id } = await this.#presence.catch((error: unknown) => {
      this.#presence = undefined;
      throw error;
    });
    if (this.#isCourteous) await this.#options.pause(courtesyMs);
    this.#isCourteous = false;
    const { presences, limitMs, pause } = this.#options;
    const untilMs = performance.now() + limitMs;
    let door: (Door & { readonly of: string }) | undefined;
    try {
      for (;;) {
        const seen = await this.#look();
        const isLate = performance.now() > untilMs;
        if (seen === undefined) {
          if (isLate) throw tooLong("?", limitMs);
          await pause(1); // others went on meanwhile
          continue;
        }
        const { standing, holder } = seen;
        if (standing.isReleased || (door?.of === holder && door.isGone)) {
          if (await this.#claim(id, standing, holder)) return;
        } else {
          if (isLate) throw tooLong(processIdIn(holder), limitMs);
          if (door?.of === holder) await Promise.race([door.answered, pause(lookEveryMs)]);
          door?.leave();
          door = { of: holder, ...(await presences.knock(idIn(holder))) };
        }
      }
    } finally {
      door?.leave();
    }
  }

  async release(): Promise<void> {
    const number = this.#held;
    if (number === undefined) return;
    const presence = (await this.#presence) as Presence;
    try {
      await this.#options.disk.link(this.#path(claimFileOf(presence.id)), this.#path(releaseOf(number)));
      presence.answer();
    } catch {
      // On a full disk, say. To others this one is dead then, which needs no space; it comes back under another id.
      this.#presence = undefined;
      presence.close();
    } finally {
      this.#held = undefined;
    }
  }

  async close(): Promise<void> {
    await this.release();
    const presence = await this.#presence;
    this.#presence = undefined;
    if (presence === undefined) return;
    await this.#options.disk.remove(this.#path(claimFileOf(presence.id)));
    presence.close();
  }

  #path = (name: string) => path.join(this.#options.folder, name);

  #names = () => this.#options.disk.names(this.#options.folder);

  #textOf = (number: number) => this.#options.disk.readText(this.#path(String(number)));

  /**
   * How the claims stand, and who made the highest. That is looked at between two looks at the numbers: one that is the
   * highest afterwards was not made anew by somebody who slept.
   */
  async #look(): Promise<{ readonly standing: Standing; readonly holder: string } | undefined> {
    const before = standingOf(await this.#names());
    const holder = before && (await this.#textOf(before.highest));
    const standing = standingOf(await this.#names());
    if (holder === undefined || standing?.highest !== before?.highest) return undefined;
    return standing && { standing, holder };
  }

  async #claim(id: string, { highest, old }: Standing, seen: string): Promise<boolean> {
    const { disk } = this.#options;
    const isMade = await disk.link(this.#path(claimFileOf(id)), this.#path(String(highest + 1)));
    // Whoever slept since it looked may make a number that was used and cleared away. Then what it saw is gone too.
    if (!isMade || (await this.#textOf(highest)) !== seen) return false;
    this.#held = highest + 1;
    for (const name of old) await disk.remove(this.#path(name));
    return true;
  }

  async #enter(): Promise<Presence> {
    const { folder, disk, presences, onWanted } = this.#options;
    await makeClaims(disk, folder);
    await clearTheDead(disk, folder, presences);
    const presence = await presences.announce(() => {
      if (this.#held === undefined) return presence.answer();
      this.#isCourteous = true;
      return onWanted();
    });
    await disk.writeText(this.#path(claimFileOf(presence.id)), claimOf(presence.id, process.pid));
    return presence;
  }
}

const tooLong = (processId: string, limitMs: number) =>
  new Tier2Error(
    "journal_unavailable",
    `Audit log: another process (${processId}) has held it for longer than ${limitMs} ms. It may be stopped.`,
  );
