import { Tier2Error } from "@holdpoint/tier2-core";

/** What to do about a disk that does not take an entry, by the code of its error. */
const advice: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file may not grow any further: raise the limit on the size of files, or lower maxFileBytes",
  EIO: "the disk failed",
  EROFS: "the file system is read-only",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EMFILE: "this process has too many files open",
  ENFILE: "the system has too many files open",
  ENOENT: "its folder is gone",
  ENOTDIR: "its folder is a file",
};

/** An append that failed. */
export function unwritten(error: unknown): Tier2Error {
  if (error instanceof Tier2Error) return error;
  const { code = "", message } = error as NodeJS.ErrnoException;
  return new Tier2Error("journal_unavailable", `Audit log: ${advice[code] ?? `it failed: ${message}`}.`, {
    cause: error,
  });
}
