import { fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startRedis } from "@holdpoint/test-servers";
import type { Recorded } from "./history.js";

/** Each token is worked on by every fibre of every process; each time makes three operations. */
export interface Load {
  readonly tokens: number;
  readonly processes: number;
  readonly fibres: number;
  /** Looks before it writes, instead of comparing and setting in one step. */
  readonly plantedBug: boolean;
}

/** Lets processes work on the same tokens, and hands what they recorded to `read`, token by token in order of time. */
export async function recordHistory({ processes, ...load }: Load): Promise<Recorded[]> {
  const server = await startRedis();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "histories-"));
  const files = Array.from({ length: processes }, (_, number) => path.join(folder, `${number}`));
  try {
    const workers = files.map((file, number) => {
      const work = { ...load, port: server.port, name: `p${number}`, file };
      return fork(path.join(import.meta.dirname, "worker.mjs"), [JSON.stringify(work)]);
    });
    const ended = workers.map((worker) => once(worker, "exit"));
    await Promise.all(workers.map((worker) => once(worker, "message")));
    for (const worker of workers) worker.send("begin");
    await Promise.all(ended);
    return files.flatMap((file) =>
      fs
        .readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Recorded),
    );
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
    await server.stop();
  }
}
