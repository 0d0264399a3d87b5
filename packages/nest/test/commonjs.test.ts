import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("a Nest app in CommonJS requires it, without a flag and without a warning, and ends when it is closed", async () => {
  const app = fileURLToPath(new URL("fixtures/commonjs-app.cjs", import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [app]);
  expect(JSON.parse(stdout)).toEqual([428, 200, { deleted: 7 }]);
  expect(stderr).toBe("");
});
