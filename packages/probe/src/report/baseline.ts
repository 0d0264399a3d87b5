import { isDeepStrictEqual } from "node:util";
import { setupError } from "../setup-error.js";
import type { Report, ToolReport } from "./report.js";

type Kept = Pick<ToolReport, "definition" | "behaviour" | "effects"> & { readonly discloses: readonly string[] };

/** What a run is compared with: per tool its hints, schemas and behaviour. No verdicts: those are made anew each time. */
export interface Baseline {
  readonly format: 1;
  readonly tools: Readonly<Record<string, Kept>>;
}

export interface Drift {
  readonly tool: string;
  readonly what: "hints" | "schemas" | "behaviour" | "disclosure" | "added" | "removed";
  readonly was: string;
  readonly is: string;
}

const keep = (report: ToolReport): Kept => ({
  definition: report.definition,
  behaviour: report.behaviour,
  effects: report.effects,
  discloses: [...new Set(report.disclosure.flags.map(({ kind }) => kind))].sort(),
});

export const baselineOf = (report: Report): Baseline => ({
  format: 1,
  tools: Object.fromEntries(report.tools.map((each) => [each.tool, keep(each)])),
});

/** @throws Tier2Error `invalid_setup` if the text is no baseline */
export function readBaseline(text: string): Baseline {
  try {
    const value: unknown = JSON.parse(text);
    if ((value as Baseline).format === 1 && typeof (value as Baseline).tools === "object") return value as Baseline;
  } catch {}
  throw setupError("The baseline file is not one that this version wrote. Write it anew with --update-baseline.");
}

const own = (tools: Baseline["tools"], name: string): Kept | undefined =>
  Object.hasOwn(tools, name) ? tools[name] : undefined;

/** Everything that is not as it was. */
export function driftFrom(baseline: Baseline, report: Report): readonly Drift[] {
  const names = [...new Set([...Object.keys(baseline.tools), ...report.tools.map(({ tool }) => tool)])].sort();
  const now = baselineOf(report).tools;
  return names.flatMap((tool): readonly Drift[] => {
    const [was, is] = [own(baseline.tools, tool), own(now, tool)];
    if (is === undefined) return [{ tool, what: "removed", was: "listed", is: "not listed" }];
    if (was === undefined) return [{ tool, what: "added", was: "not listed", is: "listed" }];
    const drift = (what: Drift["what"], a: unknown, b: unknown): readonly Drift[] =>
      isDeepStrictEqual(a, b) ? [] : [{ tool, what, was: JSON.stringify(a), is: JSON.stringify(b) }];
    return [
      ...drift("hints", was.definition.hints, is.definition.hints),
      ...drift("schemas", was.definition.schemas, is.definition.schemas),
      ...drift("behaviour", [was.behaviour, was.effects], [is.behaviour, is.effects]),
      ...drift("disclosure", was.discloses, is.discloses),
    ];
  });
}
