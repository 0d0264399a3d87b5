import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** All temporary files of this process, of its servers and workers go into one folder, which goes when it ends. */
export function useOwnTemporaryFolder(): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "holdpoint-faults-"));
  fs.chmodSync(folder, 0o755); // Postgres runs as somebody else where this process is root
  process.env.TMPDIR = folder;
  process.once("exit", () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
}
