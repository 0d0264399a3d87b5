import fs from "node:fs";

/** Counts effects, apart from the library: appending a line is one system call, and outlives SIGKILL. */
export interface Ledger {
  /** How many handlers have started so far for each operation. */
  starts(): Promise<ReadonlyMap<number, number>>;
}

/** A file that workers append the number of an operation to, when its handler starts. */
export class FileLedger implements Ledger {
  readonly file: string;
  readonly #starts = new Map<number, number>();
  #readTo = 0;

  constructor(file: string) {
    this.file = file;
    fs.writeFileSync(file, "");
  }

  async starts(): Promise<ReadonlyMap<number, number>> {
    const { size } = fs.statSync(this.file);
    if (size === this.#readTo) return this.#starts;
    const fresh = Buffer.alloc(size - this.#readTo);
    const opened = fs.openSync(this.file, "r");
    fs.readSync(opened, fresh, 0, fresh.length, this.#readTo);
    fs.closeSync(opened);
    const whole = fresh.subarray(0, fresh.lastIndexOf("\n") + 1);
    this.#readTo += whole.length;
    for (const line of whole.toString().split("\n")) {
      if (line !== "") this.#starts.set(Number(line), (this.#starts.get(Number(line)) ?? 0) + 1);
    }
    return this.#starts;
  }
}
