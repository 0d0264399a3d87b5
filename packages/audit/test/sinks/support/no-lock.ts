import type { Lock } from "../../../src/sinks/file/lock/lock.js";

/** For what only one process does, and to see what becomes of a log without one. */
export const noLock = (): Lock => ({
  async acquire() {},
  async release() {},
  async close() {},
});
