// Debian and Ubuntu: their packages are fetched and unpacked into .cache/. Nothing is installed, no daemon is started,
// and no root is needed.
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { whileLocked } from "./lock.js";
import { onPath } from "./on-path.js";
import type { RedisProgram } from "./program.js";

const run = promisify(execFile);
const cache = path.resolve(import.meta.dirname, "../../../../.cache");
const folder = path.join(cache, "redis");
const packages = ["redis-server", "redis-tools", "liblzf1", "libjemalloc2", "libatomic1"];

/** Safe when several test files start at once: one fetches, and whoever else did so too uses what stands. */
export async function programFromDebian(): Promise<RedisProgram | undefined> {
  if (isUnpacked()) return unpacked();
  if (!onPath("apt-get") || !onPath("dpkg")) return undefined;
  fs.mkdirSync(cache, { recursive: true });
  await whileLocked(path.join(cache, "redis.lock"), async () => {
    if (!isUnpacked()) await fetchAndUnpack().catch((error: unknown) => console.error(error)); // e.g. without a network
  });
  return isUnpacked() ? unpacked() : undefined;
}

const program = path.join(folder, "usr/bin/redis-server");
const isUnpacked = () => fs.existsSync(program);

function unpacked(): RedisProgram {
  const libraries = path.join(folder, "usr/lib");
  const folders = fs.readdirSync(libraries).map((name) => path.join(libraries, name));
  return { file: program, env: { ...process.env, LD_LIBRARY_PATH: folders.join(path.delimiter) } };
}

async function fetchAndUnpack(): Promise<void> {
  const own = fs.mkdtempSync(path.join(os.tmpdir(), "redis-debs-"));
  const fresh = fs.mkdtempSync(path.join(cache, "redis-fresh-"));
  try {
    // With its own state folder apt needs no root and leaves the system's package lists alone.
    for (const name of ["state/lists/partial", "cache/archives/partial"]) {
      fs.mkdirSync(path.join(own, name), { recursive: true });
    }
    const options = [
      `Dir::State=${own}/state`,
      "Dir::State::status=/var/lib/dpkg/status",
      `Dir::Cache=${own}/cache`,
      "APT::Sandbox::User=",
    ].flatMap((option) => ["-o", option]);
    const apt = (...args: string[]) => run("apt-get", ["-q", ...options, ...args], { cwd: own });
    await apt("update");
    await apt("download", ...packages);
    const debs = fs.readdirSync(own).filter((name) => name.endsWith(".deb"));
    for (const deb of debs) await run("dpkg", ["-x", path.join(own, deb), fresh]);
    moveIntoPlace(fresh);
  } finally {
    fs.rmSync(own, { recursive: true, force: true });
    fs.rmSync(fresh, { recursive: true, force: true });
  }
}

/** In one step, so that an interrupted unpacking never looks complete; what stands there already stays. */
function moveIntoPlace(fresh: string): void {
  try {
    fs.renameSync(fresh, folder);
  } catch (error) {
    if (!isUnpacked()) throw error;
  }
}
