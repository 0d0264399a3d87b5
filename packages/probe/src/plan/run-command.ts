import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { setupError } from "../setup-error.js";
import type { Command } from "./plan.js";

const run = promisify(execFile);

/** Runs a program of the plan to its end, without a shell. */
export async function runCommand([program, ...args]: Command, cwd: string): Promise<void> {
  try {
    await run(program, args, { cwd, windowsHide: true });
  } catch (cause) {
    throw setupError(`${program} failed, so the state of the target is unknown: ${(cause as Error).message}`, cause);
  }
}
