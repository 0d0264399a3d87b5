import { type ChainedEntry, readEntry } from "../entry/read-entry.js";
import type { Fault } from "./faults.js";
import { beforeFirst } from "./hash.js";
import type { Break } from "./walk.js";

/** What the rest of the log says about a break. */
export interface Elsewhere {
  /** The very entry that was found stands at another line too. */
  readonly twin: boolean;
  /** What should have stood there stands further down: of which log. */
  readonly wanted: "same_log" | "other_log" | undefined;
}

/** What is wrong, from what was found and what lies elsewhere. Pure. */
export function faultOf({ seq, after, found }: Break, { twin, wanted }: Elsewhere): Fault {
  if (found.kind === "no_line") return found.isCut ? "torn" : "altered";
  if ((after !== null && found.log !== after.log) || wanted === "other_log") return "foreign";
  if (twin) return "duplicated";
  if (found.seq <= seq) return "forked";
  return wanted === "same_log" ? "reordered" : "missing";
}

/** Looks through the whole log once more, for what is true of a break. */
export async function lookElsewhere(lines: AsyncIterable<Uint8Array>, broken: Break): Promise<Elsewhere> {
  const { found, after, seq, line: brokenAt } = broken;
  let twin = false;
  let wanted: Elsewhere["wanted"];
  if (found.kind === "no_line") return { twin, wanted };
  const prev = after?.hash ?? beforeFirst;
  let at = 0;
  for await (const line of lines) {
    at += 1;
    const entry: ChainedEntry | undefined = at === brokenAt ? undefined : readEntry(line);
    if (entry === undefined) continue;
    twin ||= entry.hash === found.hash;
    if (at < brokenAt || entry.seq !== seq || entry.prev !== prev) continue;
    const isSame = entry.log === (after ?? found).log;
    wanted = wanted === "same_log" || isSame ? "same_log" : "other_log";
  }
  return { twin, wanted };
}
