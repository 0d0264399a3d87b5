import os from "node:os";

/** The machine in a line. */
export function machine(): string {
  const cpus = os.cpus();
  const memoryGib = Math.round(os.totalmem() / 2 ** 30);
  return `${cpus.length} × ${cpus[0]?.model.trim() ?? "unknown processor"}, ${memoryGib} GiB, ${os.type()} ${os.release()}, Node.js ${process.version}`;
}
