import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const copied = new URL("../copied/", import.meta.url);
const installed = createRequire(new URL("test/support/apps.ts", copied));

test("the copied tests and the package under test run on Nest 11", () => {
  for (const name of ["common", "core", "microservices", "platform-express", "platform-fastify"]) {
    expect(installed(`@nestjs/${name}/package.json`).version).toMatch(/^11\./);
  }
  expect(installed.resolve("@holdpoint/tier2-nest")).toContain("copied");
});

test("they run without @nestjs/swagger", async () => {
  const imported = 'import("@nestjs/swagger").catch(({ code }) => console.log(code))';
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", imported], {
    cwd: fileURLToPath(copied),
  });
  expect(stdout.trim()).toBe("ERR_MODULE_NOT_FOUND");
});
