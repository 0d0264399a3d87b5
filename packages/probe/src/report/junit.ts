import type { Drift } from "./baseline.js";
import { evidenceText } from "./markdown.js";
import { plain } from "./plain.js";
import type { Judgement, Report } from "./report.js";

/** Also drops what XML 1.0 cannot carry at all. */
const xml = (text: string): string =>
  plain(text)
    .replace(/[\ufffe\uffff]|\p{Surrogate}/gu, "�")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** One test case for each hint of each tool: contradicted fails, "cannot tell" is skipped with its reason; drift fails too. */
export function toJunit(report: Report, drift: readonly Drift[] = []): string {
  const judged = report.tools.flatMap(({ tool, skipped, judgements }) =>
    judgements.map((judgement) => testCase(tool, judgement, skipped)),
  );
  const drifts = drift.map(
    ({ tool, what, was, is }) =>
      `<testcase classname="${xml(tool)}" name="baseline: ${what}"><failure message="${xml(`${was} → ${is}`)}"/></testcase>`,
  );
  const all = [...judged, ...drifts];
  const count = (tag: string) => all.filter((each) => each.includes(`<${tag}`)).length;
  const head = `name="tier2-probe" tests="${all.length}" failures="${count("failure")}" skipped="${count("skipped")}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${head}>\n<testsuite ${head}>\n${all.join("\n")}\n</testsuite>\n</testsuites>\n`;
}

function testCase(tool: string, { hint, claim, verdict, sentence, evidence }: Judgement, skipped?: string): string {
  const open = `<testcase classname="${xml(tool)}" name="${hint}: ${claim.value}"`;
  if (skipped !== undefined) return `${open}><skipped message="${xml(skipped)}"/></testcase>`;
  if (verdict === "cannot_tell") return `${open}><skipped message="${xml(sentence)}"/></testcase>`;
  if (verdict !== "contradicted") return `${open}/>`;
  return `${open}><failure message="${xml(sentence)}">${xml(evidence.map(evidenceText).join("\n\n"))}</failure></testcase>`;
}
