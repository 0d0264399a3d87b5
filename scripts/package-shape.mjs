// Packs every published package as `pnpm publish` would and looks at the tarball: do its entry points resolve for
// each kind of consumer (attw), is its package.json sound (publint), is all in it that should be, and nothing else?
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { members, root } from "./lib/members.mjs";

const exec = promisify(execFile);
const options = { cwd: root, shell: process.platform === "win32" };
const wanted = ["LICENSE", "README.md", "dist/index.js", "dist/index.d.ts", "src/index.ts"];
const unwanted = /(^|\/)(\.tsbuildinfo|tsconfig[^/]*\.json|vitest\.config\.ts|[^/]+\.test\.ts)$/;

async function contents(tarball) {
  const files = (await exec("tar", ["-tzf", tarball])).stdout.trim().split("\n");
  return files.map((file) => file.replace(/^package\//, ""));
}

async function faults(tarball) {
  const files = await contents(tarball);
  const manifest = (await exec("tar", ["-xzOf", tarball, "package/package.json"])).stdout;
  const found = [
    ...wanted.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...files.filter((file) => unwanted.test(file)).map((file) => `${file} has no place there`),
    ...(manifest.match(/"(workspace|catalog):[^"]*"/g) ?? []).map((range) => `${range} was not replaced`),
  ];
  for (const [tool, ...args] of [
    ["publint", tarball, "--strict"],
    ["attw", tarball, "--profile", "esm-only", "--no-emoji"],
  ]) {
    await exec("pnpm", ["exec", tool, ...args], options).catch((error) => {
      found.push(`${tool}:\n${error.stdout}${error.stderr}`);
    });
  }
  return found;
}

const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "package-shape-"));
try {
  for (const { dir, manifest } of members().filter((member) => !member.manifest.private)) {
    const destination = path.join(temporary, path.basename(dir));
    fs.mkdirSync(destination);
    await exec("pnpm", ["pack", "--pack-destination", destination], { ...options, cwd: dir });
    const found = await faults(path.join(destination, fs.readdirSync(destination)[0]));
    for (const fault of found) console.error(`${manifest.name}: ${fault}`);
    if (found.length > 0) process.exitCode = 1;
    else console.log(`${manifest.name}: ok`);
  }
} finally {
  fs.rmSync(temporary, { recursive: true, force: true });
}
