import type { Io } from "./io.js";

const barChars = 30;
const everyMs = 100;
const linesBetweenLooks = 256;
const toLineStart = "\r\u001b[K";

/** A bar on stderr for whoever watches; nothing where nobody does. */
export class Progress {
  readonly #io: Io;
  readonly #total: number | undefined;
  readonly #nowMs: () => number;
  #bytes = 0;
  #lines = 0;
  #shownMs = 0;

  constructor(io: Io, total: number | undefined, nowMs: () => number = () => performance.now()) {
    this.#io = io;
    this.#total = total;
    this.#nowMs = nowMs;
  }

  line(bytes: number): void {
    this.#bytes += bytes;
    this.#lines += 1;
    if (!this.#io.progress || this.#lines % linesBetweenLooks !== 0) return;
    const nowMs = this.#nowMs();
    if (nowMs - this.#shownMs < everyMs) return;
    this.#shownMs = nowMs;
    this.#io.err(`${toLineStart}${this.#bar()}${this.#lines.toLocaleString("en")} entries`);
  }

  end(): void {
    if (this.#shownMs > 0) this.#io.err(toLineStart);
  }

  #bar(): string {
    if (this.#total === undefined || this.#total === 0) return "";
    const part = Math.min(1, this.#bytes / this.#total);
    const full = Math.round(part * barChars);
    return `[${"#".repeat(full)}${"-".repeat(barChars - full)}] ${String(Math.floor(part * 100)).padStart(3)} %  `;
  }
}
