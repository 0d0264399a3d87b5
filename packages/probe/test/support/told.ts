import type { HintName, Report, ToolReport, Verdict } from "../../src/index.js";

export function reportOf(report: Report, tool: string): ToolReport {
  const found = report.tools.find((each) => each.tool === tool);
  if (found === undefined) throw new Error(`no report on ${tool}`);
  return found;
}

export function verdictOn(report: Report, tool: string, hint: HintName): Verdict {
  return judgementOn(report, tool, hint).verdict;
}

export function judgementOn(report: Report, tool: string, hint: HintName) {
  const found = reportOf(report, tool).judgements.find((each) => each.hint === hint);
  if (found === undefined) throw new Error(`no judgement on ${hint} of ${tool}`);
  return found;
}
