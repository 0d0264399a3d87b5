import type { Disk, OpenFile } from "../../../src/sinks/file/disk.js";

type Step = (...args: never[]) => Promise<unknown>;

/** Calls `around` for each step of a disk and of the files opened on it; it decides whether and how the step is made. */
export function steppingDisk(
  disk: Disk,
  around: (name: string, args: readonly unknown[], step: () => Promise<unknown>) => Promise<unknown>,
): Disk {
  const wrapped = <T extends object>(target: T): T =>
    Object.fromEntries(
      Object.entries(target).map(([name, step]) => [
        name,
        async (...args: never[]) => {
          const answer = await around(name, args, () => (step as Step)(...args));
          return name === "open" ? wrapped(answer as OpenFile) : answer;
        },
      ]),
    ) as T;
  return wrapped(disk);
}

/** At its step of this number, and from then on, nothing is done any more: as if its process had died there. */
export function dyingDisk(disk: Disk, atStep: number): { readonly disk: Disk; steps(): number } {
  let steps = 0;
  const dying = steppingDisk(disk, (name, _args, step) => {
    if (name === "close") return step(); // which the system does for the dead
    steps += 1;
    return steps >= atStep ? Promise.reject(new Error("dead")) : step();
  });
  return { disk: dying, steps: () => steps };
}
