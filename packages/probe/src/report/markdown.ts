import type { Drift } from "./baseline.js";
import { plain } from "./plain.js";
import type { Evidence, Judgement, Report, ToolReport } from "./report.js";
import { claimWords, verdictWords } from "./words.js";

/** A fence longer than any in the text: answers of a server cannot end it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${plain(text)}\n${fence}`;
}
const cell = (text: string): string =>
  plain(text)
    .replace(/\s+/g, " ")
    .replace(/[\\|`[\]]/g, "\\$&")
    .replaceAll("<", "&lt;");

/** The record of one case, line by line. */
export function evidenceText(evidence: Evidence): string {
  const { remote_records, ...rest } = evidence;
  const lines: (readonly [string, string])[] = [
    ["case", rest.case],
    ["request", rest.request],
    ["first call", rest.first_call],
    ...(rest.second_call === undefined ? [] : ([["second call", rest.second_call]] as const)),
    [
      "remote records",
      remote_records.length === 0 ? "[]" : `\n${remote_records.map((each) => `  - ${each}`).join("\n")}`,
    ],
    ["result", rest.result],
  ];
  return lines.map(([name, text]) => `${name}: ${text}`).join("\n");
}

export function toMarkdown(report: Report, drift: readonly Drift[] = []): string {
  const probed = report.tools.filter(({ skipped }) => skipped === undefined);
  const rows = probed.flatMap(({ tool, judgements }) =>
    judgements.map(({ hint, claim, verdict, sentence }) =>
      [tool, `${hint}: ${claimWords(claim)}`, verdictWords[verdict], sentence].map(cell).join(" | "),
    ),
  );
  const parts = [
    `# Probe of ${cell(report.subject)}`,
    `${report.calls} calls. Watched: ${report.watched.map(cell).join("; ") || "nothing"}. A hint is cleared for that and no more.`,
    ["| tool | hint | verdict | why |", "| --- | --- | --- | --- |", ...rows.map((row) => `| ${row} |`)].join("\n"),
    ...(drift.length === 0
      ? []
      : [
          "## Drift",
          drift.map(({ tool, what, was, is }) => `- ${cell(tool)}: ${what}: ${cell(was)} → ${cell(is)}`).join("\n"),
        ]),
    ...probed.map(toolPart),
    ...leftOut(report.tools.filter(({ skipped }) => skipped !== undefined)),
  ];
  return `${parts.join("\n\n")}\n`;
}

function toolPart(report: ToolReport): string {
  const { proposal, requestId, disclosure } = report;
  const facts = [
    ...(proposal === undefined
      ? []
      : [`- Proposed: Tier ${proposal.tier} (${proposal.because}), \`${JSON.stringify(proposal.classification)}\``]),
    ...(proposal?.policy === undefined ? [] : [`- Policy: \`${proposal.policy}\``]),
    ...disclosure.flags.map((flag) => `- Discloses (${flag.kind}): ${cell(flag.detail)}`),
    ...(requestId === undefined ? [] : [`- Request id: ${requestId.worth}: ${cell(requestId.sentence)}`]),
    ...report.casesNotRun.map(({ case: name, why }) => `- Not run: ${name}: ${cell(why)}`),
  ];
  return [`## ${cell(report.tool)}`, facts.join("\n"), ...report.judgements.map(judgementPart)].join("\n\n");
}

function judgementPart({ hint, claim, verdict, evidence, cautions, remedies }: Judgement): string {
  return [
    `### ${hint}: ${claimWords(claim)}: ${verdictWords[verdict]}`,
    ...evidence.map((each) => fenced(evidenceText(each))),
    ...(cautions.length === 0 ? [] : [cautions.map((each) => `- Note: ${cell(each)}`).join("\n")]),
    ...(remedies === undefined
      ? []
      : [
          [remedies.narrow, remedies.change, remedies.show]
            .map((each, index) => `${index + 1}. ${cell(each)}`)
            .join("\n"),
        ]),
  ].join("\n\n");
}

const leftOut = (tools: readonly ToolReport[]): readonly string[] =>
  tools.length === 0
    ? []
    : ["## Not probed", tools.map(({ tool, skipped }) => `- ${cell(tool)}: ${cell(skipped ?? "")}`).join("\n")];
