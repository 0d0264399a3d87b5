import { type Disk, nodeDisk } from "../../../src/sinks/file/disk.js";
import { FileSink, type FileSinkOptions } from "../../../src/sinks/file/file-sink.js";
import { noLock } from "./no-lock.js";

/** A file sink on any disk, with no lock: for what one process does alone. */
export function bareSink(options: FileSinkOptions, disk: Disk = nodeDisk): FileSink {
  const whole = {
    maxFileBytes: 1e9,
    maxFileAgeMs: Number.POSITIVE_INFINITY,
    fsync: true,
    lockTimeoutMs: 1000,
    ...options,
  };
  return new FileSink(whole, { disk, nowMs: () => 0, lock: noLock });
}
