import path from "node:path";
import type { Disk } from "../../../src/sinks/file/disk.js";
import { FolderLock } from "../../../src/sinks/file/lock/folder-lock.js";
import type { Presences } from "../../../src/sinks/file/lock/presence.js";

interface Step {
  readonly member: number;
  make(): void;
}

const folder = "/lock";
const mostFrozenSteps = 400;

/**
 * Members of one lock, whose every step is made when a throw of dice says so: some sleep while the others go on for long,
 * some die. In memory, so that many thousand orders can be tried.
 */
export class Interleaving {
  readonly #random: () => number;
  readonly #files = new Map<string, string>();
  readonly #waiting: Step[] = [];
  readonly #frozenUntil: number[] = [];
  readonly #dead = new Set<number>();
  readonly #knocks = new Map<string, { readonly member: number; onKnock(): void; readonly answers: (() => void)[] }>();
  readonly #inside = new Set<number>();
  #now = 0;
  /** The most that held it at once. */
  most = 0;
  /** How often somebody did. */
  turns = 0;

  readonly #trusting: boolean;

  /** `trusting`: after its claim nobody looks whether what it saw before is still there. */
  constructor(random: () => number, { trusting = false } = {}) {
    this.#random = random;
    this.#trusting = trusting;
  }

  async play({ members, steps, deaths }: { members: number; steps: number; deaths: number }): Promise<void> {
    for (let member = 0; member < members; member += 1) void this.#live(member);
    for (this.#now = 0; this.#now < steps; this.#now += 1) {
      await new Promise((resolve) => setImmediate(resolve)); // so that all who can have asked for their next step
      const chosen = this.#choose();
      if (chosen === undefined) return;
      const { member } = chosen;
      if (this.#random() < deaths / steps) this.#die(member);
      else chosen.make();
      if (this.#random() < 0.05) this.#frozenUntil[member] = this.#now + this.#random() * mostFrozenSteps;
      this.most = Math.max(this.most, this.#inside.size);
    }
  }

  #choose(): Step | undefined {
    const alive = this.#waiting.filter(({ member }) => !this.#dead.has(member));
    const awake = alive.filter(({ member }) => (this.#frozenUntil[member] ?? 0) <= this.#now);
    const from = awake.length > 0 ? awake : alive;
    const chosen = from[Math.floor(this.#random() * from.length)];
    if (chosen !== undefined) this.#waiting.splice(this.#waiting.indexOf(chosen), 1);
    return chosen;
  }

  #die(member: number): void {
    this.#dead.add(member);
    this.#inside.delete(member);
    for (const knocked of this.#knocks.values()) {
      if (knocked.member === member) for (const answer of knocked.answers.splice(0)) answer();
    }
  }

  async #live(member: number): Promise<void> {
    const lock = new FolderLock({
      folder,
      disk: this.#disk(member),
      presences: this.#presences(member),
      pause: () => this.#step(member, () => {}),
      limitMs: Number.POSITIVE_INFINITY,
      onWanted: () => {},
    });
    for (;;) {
      await lock.acquire();
      this.#inside.add(member);
      this.turns += 1;
      await this.#step(member, () => {});
      this.#inside.delete(member);
      await lock.release();
    }
  }

  #step<T>(member: number, make: () => T): Promise<T> {
    return new Promise((resolve) => this.#waiting.push({ member, make: () => resolve(make()) }));
  }

  #disk(member: number): Disk {
    const step = <T>(make: () => T) => this.#step(member, make);
    const files = this.#files;
    const namesIn = (of: string) =>
      [...files.keys()].filter((name) => path.dirname(name) === of).map((name) => path.basename(name));
    let seen: string | undefined;
    let claimedAfter: number | undefined;
    const unused = () => Promise.reject(new Error("of no use to a lock"));
    return {
      makeFolder: () => step(() => {}),
      names: (of) => step(() => namesIn(of)),
      readText: (name) =>
        step(() => {
          if (this.#trusting && name === path.join(folder, String(claimedAfter))) return seen;
          claimedAfter = undefined;
          seen = files.get(name);
          return seen;
        }),
      writeText: (name, text) => step(() => void files.set(name, text)),
      link: (from, to) =>
        step(() => {
          if (files.has(to)) return false;
          claimedAfter = Number(path.basename(to)) - 1;
          files.set(to, files.get(from) as string);
          return true;
        }),
      renameFolder: (from, to) =>
        step(() => {
          if (namesIn(to).length > 0) return false;
          for (const name of namesIn(from)) {
            files.set(path.join(to, name), files.get(path.join(from, name)) as string);
            files.delete(path.join(from, name));
          }
          return true;
        }),
      remove: (name) => step(() => void files.delete(name)),
      removeFolder: (of) => step(() => namesIn(of).forEach((name) => void files.delete(path.join(of, name)))),
      ...{ kindOf: unused, open: unused, syncFolder: unused },
    };
  }

  #presences(member: number): Presences {
    return {
      trace: (id) => `${id}.sock`,
      announce: (onKnock) =>
        this.#step(member, () => {
          const id = `m${member}`;
          const answers: (() => void)[] = [];
          this.#knocks.set(id, { member, onKnock, answers });
          const answer = () => {
            for (const each of answers.splice(0)) each();
          };
          return { id, answer, close: answer };
        }),
      knock: (id) =>
        this.#step(member, () => {
          const knocked = this.#knocks.get(id);
          const isGone = knocked === undefined || this.#dead.has(knocked.member);
          const answered = isGone
            ? Promise.resolve()
            : new Promise<void>((resolve) => {
                knocked.answers.push(resolve);
                knocked.onKnock();
              });
          return { isGone, answered, leave: () => {} };
        }),
    };
  }
}
