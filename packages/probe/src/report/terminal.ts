import { styleText } from "node:util";
import type { Verdict } from "../judge/finding.js";
import type { Drift } from "./baseline.js";
import { evidenceText } from "./markdown.js";
import { plain } from "./plain.js";
import type { Judgement, Report, ToolReport } from "./report.js";
import { claimWords, verdictWords } from "./words.js";

type Style = Parameters<typeof styleText>[0];

const styles: Readonly<Record<Verdict, Style>> = {
  holds: "green",
  contradicted: ["bold", "red"],
  cautious: "cyan",
  cannot_tell: "yellow",
  no_meaning: "dim",
};

/** The table for a terminal, then what was contradicted, with evidence and the three ways out. */
export function toTerminal(report: Report, drift: readonly Drift[] = [], { color = false } = {}): string {
  const paint = (style: Style, text: string) => (color ? styleText(style, text, { validateStream: false }) : text);
  const probed = report.tools.filter(({ skipped }) => skipped === undefined);
  const rows = probed.flatMap((tool) => tool.judgements.map((each) => ({ tool, each })));
  const width = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => text.length));
  const nameWidth = width(probed.map(({ tool }) => plain(tool)));
  const hintWidth = width(rows.map(({ each }) => hintText(each)));
  const lines = rows.map(({ tool, each }, index) => {
    const name = rows[index - 1]?.tool === tool ? "" : plain(tool.tool);
    const verdict = paint(styles[each.verdict], verdictWords[each.verdict].padEnd(23));
    return `${paint("bold", name.padEnd(nameWidth))}  ${hintText(each).padEnd(hintWidth)}  ${verdict}  ${plain(each.sentence)}`;
  });
  const wrong = rows.filter(({ each }) => each.verdict === "contradicted");
  return [
    ...lines,
    ...probed.flatMap((tool) => asides(tool).map((text) => `${paint("bold", plain(tool.tool))}: ${plain(text)}`)),
    ...wrong.flatMap(({ tool, each }) => contradiction(tool, each, paint)),
    ...drift.map(({ tool, what, was, is }) => paint("red", plain(`drift: ${tool}: ${what}: ${was} → ${is}`))),
    "",
    summary(report, wrong.length, drift.length),
    "",
  ].join("\n");
}

const hintText = ({ hint, claim }: Judgement): string => `${hint}: ${claimWords(claim)}`;

function asides({ disclosure, requestId, proposal }: ToolReport): readonly string[] {
  return [
    ...disclosure.flags.map(({ kind, detail }) => `discloses ${kind}: ${detail}`),
    ...(requestId === undefined ? [] : [`request id ${requestId.worth}: ${requestId.sentence}`]),
    ...(proposal === undefined ? [] : [`propose Tier ${proposal.tier} ${JSON.stringify(proposal.classification)}`]),
    ...(proposal?.policy === undefined ? [] : [`policy ${proposal.policy}`]),
  ];
}

function contradiction(
  tool: ToolReport,
  each: Judgement,
  paint: (style: Style, text: string) => string,
): readonly string[] {
  const { narrow = "", change = "", show = "" } = each.remedies ?? {};
  return [
    "",
    paint(["bold", "red"], plain(`${tool.tool}: ${hintText(each)} is contradicted`)),
    ...each.evidence.flatMap((evidence) => [plain(evidenceText(evidence)), ""]),
    ...[narrow, change, show].map((text, index) => plain(`${index + 1}. ${text}`)),
  ];
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

function summary({ tools, calls, watched }: Report, contradicted: number, drifted: number): string {
  const left = tools.filter(({ skipped }) => skipped !== undefined).length;
  const parts = [
    `${counted(tools.length - left, "tool")} probed with ${counted(calls, "call")}`,
    ...(left > 0 ? [`${left} not probed`] : []),
    `${counted(contradicted, "hint")} contradicted`,
    ...(drifted > 0 ? [`${counted(drifted, "drift")} from the baseline`] : []),
  ];
  return `${parts.join(", ")}. Watched: ${watched.join("; ") || "nothing"}.`;
}
