import { execFile } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";

const app = fileURLToPath(new URL("..", import.meta.url));
const project = path.join(app, "copied/new-project");
const readme = fs.readFileSync(path.join(app, "../../packages/nest/README.md"), "utf8");
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g"))].map(([, block = ""]) => block);
const [jestPart = "", tsconfig = ""] = blocks("json");

/** What `nest new` of Nest 11 makes, with the README's first example and the packages, as an installation puts them there. */
beforeAll(() => {
  fs.cpSync(path.join(app, "new-project"), project, { recursive: true });
  // Under this name here, since the newer compiler that lints this repository refuses it.
  fs.renameSync(path.join(project, "tsconfig.nest-new.json"), path.join(project, "tsconfig.json"));
  fs.writeFileSync(path.join(project, "src/app.module.ts"), blocks("ts")[0] ?? "");
  for (const name of ["core", "nest", "store-memory"]) {
    const to = path.join(project, `node_modules/@holdpoint/tier2-${name}`);
    for (const part of ["package.json", "dist"])
      fs.cpSync(path.join(app, "../../packages", name, part), path.join(to, part), { recursive: true });
  }
});

const jest = path.join(path.dirname(createRequire(import.meta.url).resolve("jest/package.json")), "bin/jest.js");
const run = () =>
  new Promise<{ failed: boolean; told: string }>((resolve) => {
    execFile(process.execPath, [jest, "--cacheDirectory=cache"], { cwd: project }, (error, stdout, stderr) => {
      resolve({ failed: error !== null, told: `${stdout}${stderr}` });
    });
  });

test("its tests pass with what the README says of Jest, and not without", async () => {
  const without = await run();
  expect(without.told).toContain("Must use import to load ES Module");
  expect(without.failed).toBe(true);

  const file = path.join(project, "package.json");
  const manifest = JSON.parse(fs.readFileSync(file, "utf8"));
  Object.assign(manifest.jest, JSON.parse(jestPart));
  fs.writeFileSync(file, JSON.stringify(manifest));
  fs.writeFileSync(path.join(project, "tsconfig.spec.json"), tsconfig);
  const { failed, told } = await run();
  expect(told).toContain("Tests:       1 passed, 1 total");
  expect(failed).toBe(false);
});
