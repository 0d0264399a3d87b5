import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** A folder of this test alone. */
export function aFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tier2-audit-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}
