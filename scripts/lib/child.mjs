// Runs one child at a time. On POSIX it leads a process group of its own, so that a signal this process gets
// reaches every descendant exactly once (turbo, test workers), also one whose parent is gone already.
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./members.mjs";

const windows = process.platform === "win32";
const graceMs = 5_000;
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Thrown by `run` once the whole group is gone, so that callers' `finally` blocks still clean up. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`stopped by ${signal}`);
    this.exitCode = exitCodes[signal];
  }
}

let child;
let interruptedBy;

for (const signal of Object.keys(exitCodes)) process.on(signal, interrupt);

// `npm test` stopped by SIGTERM: npm and the shell between it and this process die of it without passing it on.
if (process.env.npm_lifecycle_event && !windows) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    interrupt("SIGTERM");
  }, 500);
  watch.unref();
}

function interrupt(signal) {
  signalGroup(interruptedBy ? "SIGKILL" : signal); // the second Ctrl-C means it
  interruptedBy ??= signal;
  setTimeout(signalGroup, graceMs, "SIGKILL").unref();
}

/** @returns {boolean} whether anyone was there to get it */
function signalGroup(signal) {
  if (!child?.pid) return false;
  try {
    return windows ? child.kill(signal) : process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv }} options quiet: print the output only if the child fails
 * @returns {Promise<number>} the exit code; 1 if the child could not be started or a signal of its own ended it
 */
export async function run(command, args, { quiet = false, env = process.env } = {}) {
  if (interruptedBy) throw new Interrupted(interruptedBy);
  const output = quiet ? "pipe" : "inherit";
  child = spawn(command, args, {
    cwd: root,
    env,
    shell: windows,
    detached: !windows,
    stdio: ["ignore", output, output],
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => said.push(chunk));
  const code = await new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.once("close", (exitCode) => resolve(exitCode ?? 1));
  });
  if (interruptedBy) {
    while (!windows && signalGroup(0)) await sleep(50); // ends: the SIGKILL above is on its way
    throw new Interrupted(interruptedBy);
  }
  child = undefined;
  if (code !== 0) for (const chunk of said) process.stderr.write(chunk);
  return code;
}
