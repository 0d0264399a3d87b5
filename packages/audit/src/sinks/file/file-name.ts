/** The files of a log: in the order of their names they are the log. */
export interface LogFile {
  readonly name: string;
  /** Of its first entry. */
  readonly firstSeq: number;
  /** When it was begun, epoch ms. */
  readonly begunAtMs: number;
}

const form = /^(\d{16})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z\.jsonl$/;
const seqDigits = 16; // as many as the largest safe integer has

/** `0000000000000042-20260131T235959.999Z.jsonl`: the number of its first entry, and when it was begun. */
export function fileNameOf(firstSeq: number, begunAtMs: number): string {
  const begun = new Date(begunAtMs).toISOString().replaceAll(/[-:]/g, "");
  return `${String(firstSeq).padStart(seqDigits, "0")}-${begun}.jsonl`;
}

/** The files of a log among the names in its folder, in order. */
export const logFilesIn = (names: readonly string[]): LogFile[] =>
  names.flatMap((name) => logFileOf(name) ?? []).sort((a, b) => (a.name < b.name ? -1 : 1));

function logFileOf(name: string): LogFile | undefined {
  const [, seq, ...parts] = form.exec(name) ?? [];
  if (seq === undefined) return undefined;
  const [year, month, day, hour, minute, second, ms] = parts;
  return {
    name,
    firstSeq: Number(seq),
    begunAtMs: Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`),
  };
}

export interface FileLimits {
  readonly maxFileBytes: number;
  readonly maxFileAgeMs: number;
}

/** Does a new file begin, rather than that so many bytes go into this one? One that is empty takes anything. */
export const isFull = (
  file: { readonly sizeBytes: number; readonly begunAtMs: number },
  more: { readonly bytes: number; readonly nowMs: number },
  { maxFileBytes, maxFileAgeMs }: FileLimits,
): boolean =>
  file.sizeBytes > 0 && (file.sizeBytes + more.bytes > maxFileBytes || more.nowMs - file.begunAtMs >= maxFileAgeMs);
