import { expect } from "vitest";
import { evidenceText } from "./report/markdown.js";
import type { Judgement, Report } from "./report/report.js";
import type { HintName } from "./subject/hints.js";

interface ProbeMatchers {
  /** The hint of that tool was put to the test and holds. "Cannot tell" does not pass, and neither does a tool not probed. */
  toSurvive(tool: string, hint: HintName): void;
  /** No hint of any probed tool is contradicted. */
  toContradictNothing(): void;
  /** What that tool answers was seen, and nothing in it was flagged. */
  toDiscloseNothingOf(tool: string): void;
}

declare module "vitest" {
  // biome-ignore lint/suspicious/noExplicitAny: vitest declares it so, and a merged interface must agree
  interface Matchers<T = any> extends ProbeMatchers {}
}

const told = (tool: string, { hint, claim, verdict, sentence, evidence, remedies }: Judgement): string =>
  [
    `${tool}: ${hint}: ${claim.value} ${verdict}: ${sentence}`,
    ...evidence.map(evidenceText),
    ...(remedies === undefined ? [] : [remedies.narrow, remedies.change, remedies.show]),
  ].join("\n\n");

expect.extend({
  toSurvive(report: Report, tool: string, hint: HintName) {
    const found = report.tools.find((each) => each.tool === tool && each.skipped === undefined);
    const judgement = found?.judgements.find((each) => each.hint === hint);
    const pass = judgement?.verdict === "holds";
    return { pass, message: () => (judgement === undefined ? `${tool} was not probed` : told(tool, judgement)) };
  },
  toContradictNothing(report: Report) {
    const probed = report.tools.filter(({ skipped }) => skipped === undefined);
    const wrong = probed.flatMap(({ tool, judgements }) =>
      judgements.filter(({ verdict }) => verdict === "contradicted").map((each) => told(tool, each)),
    );
    const none = probed.length === 0 ? ["no tool was probed"] : wrong;
    return { pass: none.length === 0, message: () => none.join("\n\n") || "no hint is contradicted" };
  },
  toDiscloseNothingOf(report: Report, tool: string) {
    const found = report.tools.find((each) => each.tool === tool && each.skipped === undefined);
    const flags = found?.disclosure.flags ?? [];
    const pass = found?.disclosure.discloses === "ordinary";
    const message = () =>
      found?.disclosure.discloses === undefined
        ? `no answer of ${tool} was seen`
        : flags.map(({ kind, detail, case: name }) => `${tool} discloses ${kind}: ${detail} (${name})`).join("\n") ||
          `${tool} discloses nothing that was flagged`;
    return { pass, message };
  },
});
