import type { Discloses } from "@holdpoint/tier2-core";
import { rowsOf } from "../disclose/rows.js";
import { type Leak, scan } from "../disclose/scan.js";
import type { CaseName } from "../matrix/cases.js";
import { firstStep, type Observed, runOf, runsOf, type Step } from "../matrix/observed.js";
import { saidBy, succeeded } from "../subject/outcome.js";

export interface Flag {
  readonly kind: Leak["kind"] | "bulk_rows" | "enumerable";
  readonly case: CaseName;
  readonly detail: string;
}

export interface Disclosure {
  readonly flags: readonly Flag[];
  /** Undefined: no answer was seen from which it could be told. */
  readonly discloses: Discloses | undefined;
}

/** The second axis: what an answer lets out, although nothing was written. */
export function judgeDisclosure(observed: Observed, bulkRows: number): Disclosure {
  const flags = new Map<string, Flag>();
  const flag = (each: Flag) => void (flags.has(each.kind) || flags.set(each.kind, each));
  let isAnswered = false;
  let isReadable = true;
  for (const { case: name, steps } of observed.runs) {
    if (name === "undo" || name === "undo_after_downstream") continue;
    for (const outcome of steps.flatMap(({ outcomes }) => outcomes)) {
      if (succeeded(outcome)) isAnswered = true;
      if (outcome.kind === "unreadable") isReadable = false;
      for (const { kind, shown } of scan(saidBy(outcome))) flag({ kind, case: name, detail: shown });
      const rows = rowsOf(outcome).length;
      if (rows >= bulkRows) flag({ kind: "bulk_rows", case: name, detail: `${rows} rows in one answer` });
    }
  }
  const grown = growth(observed);
  if (grown !== undefined) flag({ kind: "enumerable", case: "page_size", detail: grown });
  const sets = runsOf(observed, "prefix").flatMap(({ steps }) => steps.map(({ outcomes }) => outcomes.flatMap(rowsOf)));
  const all = new Set(sets.flat());
  const most = Math.max(0, ...sets.map((rows) => rows.length));
  const different = sets.filter((rows) => rows.length > 0).length;
  if (different > 1 && (all.size > most || (sets[0]?.length ?? 0) > 1))
    flag({ kind: "enumerable", case: "prefix", detail: `${all.size} rows by ${sets.length} prefixes` });
  const list = [...flags.values()];
  return { flags: list, discloses: isAnswered && (isReadable || list.length > 0) ? level(list) : undefined };
}

/** Whether a larger page gives more than one of ten, or than the usual one. A page that stays as it is lets nobody take all. */
function growth(observed: Observed): string | undefined {
  const rows = (step: Step | undefined) => step?.outcomes.flatMap(rowsOf).length ?? 0;
  const [ten, large] = runOf(observed, "page_size")?.steps ?? [];
  const ordinary = firstStep(observed, "ordinary");
  const isUsual = Object.keys(ordinary?.args ?? {}).length < Object.keys(ten?.args ?? {}).length;
  const small = Math.min(rows(ten), isUsual ? rows(ordinary) : Number.POSITIVE_INFINITY);
  return rows(large) > small ? `${small} rows, then ${rows(large)} with a larger page` : undefined;
}

function level(flags: readonly Flag[]): Discloses {
  if (flags.some(({ kind }) => kind === "signed_url" || kind === "command")) return "capability";
  return flags.length > 0 ? "sensitive" : "ordinary";
}
