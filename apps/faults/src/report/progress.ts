/** Where lines cannot be written over, as in a log. */
const tellEveryMs = 15_000;
let toldAtMs = 0;

/** One line on the standard error that is written over, or one from time to time. */
export function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${line}\u001b[K`);
  else if (performance.now() - toldAtMs > tellEveryMs) {
    toldAtMs = performance.now();
    process.stderr.write(`${line}\n`);
  }
}

export function progressEnds(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
}
