import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

const made: string[] = [];
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder of this test file alone. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "holdpoint-audit-"));
  made.push(folder);
  return path.join(folder, "log");
}
