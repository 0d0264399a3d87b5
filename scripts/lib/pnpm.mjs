// A machine with only Node.js and npm has no pnpm. This puts the pinned version on PATH, for this process and its
// children only: turbo looks for a `pnpm` there too.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "./members.mjs";

const windows = process.platform === "win32";
const { packageManager } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
const pinned = packageManager.replace(/^pnpm@/, "").replace(/\+.*$/, "");

/** Asked outside the workspace: inside it, another version of pnpm would try to download the pinned one itself. */
function versionOnPath() {
  const env = { ...process.env, COREPACK_ENABLE_NETWORK: "0" };
  const asked = spawnSync("pnpm --version", { cwd: os.tmpdir(), env, encoding: "utf8", shell: true });
  return asked.status === 0 ? asked.stdout.trim() : undefined;
}

export function putPnpmOnPath() {
  if (versionOnPath() === pinned) return;
  // An outer `npx -p node@24 -c "…"` leaves these two behind; an inner npx would take them for its own options.
  for (const key of ["npm_config_call", "npm_config_package"]) delete process.env[key];
  // Without --prefer-offline npx asks the registry even for what it has, and waits a minute if there is no network.
  const command = `npx -y --prefer-offline --no-update-notifier -p pnpm@${pinned} -c "node -p process.env.PATH"`;
  const npx = spawnSync(command, { cwd: root, encoding: "utf8", shell: true, stdio: ["ignore", "pipe", "inherit"] });
  const folder = npx.stdout?.trim().split(path.delimiter).find(holdsPnpm);
  if (npx.status === 0 && folder) process.env.PATH = folder + path.delimiter + process.env.PATH;
  if (versionOnPath() === pinned) return;
  throw new Error(
    `pnpm ${pinned} is not on PATH, and npx could not fetch it. Is the npm registry reachable?\n` +
      `To install it by hand: npm install --global pnpm@${pinned}`,
  );
}

function holdsPnpm(folder) {
  return fs.existsSync(path.join(folder, windows ? "pnpm.cmd" : "pnpm"));
}
