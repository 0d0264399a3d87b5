import { Tier2Error } from "@holdpoint/tier2-core";
import { headOf } from "../entry/read-entry.js";
import type { Head, Sink } from "../sink.js";

/** For tests, and for nothing else: a log that ends with its process proves nothing. */
export interface MemorySink extends Sink {
  /** What lies there: a test may change it. */
  readonly lines: Buffer[];
}

/** A sink in the memory of one process. */
export function memorySink(): MemorySink {
  const lines: Buffer[] = [];

  function head(): Head | null {
    const last = lines.at(-1);
    if (last === undefined) return null;
    const found = headOf(last);
    if (found !== undefined) return found;
    throw new Tier2Error(
      "journal_unavailable",
      "The log in memory ends with a line that is none: nothing can follow it.",
    );
  }

  return {
    name: "memory",
    lines,
    joins: () => false,
    async append(seal) {
      lines.push(...seal(head()).map((line) => Buffer.from(line)));
    },
    async *read({ fromSeq = 1 } = {}) {
      yield* lines.slice(fromSeq - 1);
    },
    async close() {},
  };
}
