import { createHash } from "node:crypto";
import { type Hide, hidden, hiding } from "../disclose/known-secrets.js";
import { scan } from "../disclose/scan.js";
import { firstStep, type Observed } from "../matrix/observed.js";
import { evidenceOf } from "../report/evidence.js";
import type { Judgement, ToolReport } from "../report/report.js";
import { type Claims, claims as claimsOf, type HintName, hintNames } from "../subject/hints.js";
import { canonical } from "./canonical.js";
import { judgeRecoverable } from "./destructive.js";
import { judgeDisclosure } from "./disclosure.js";
import { allOf, type Found, type Piece, type Verdict, verdictOf } from "./finding.js";
import { judgeIdempotent } from "./idempotent.js";
import { propose } from "./propose.js";
import { judgeReadOnly } from "./read-only.js";
import { remedies } from "./remedies.js";
import { judgeRequestId } from "./request-id.js";
import { shapeOf } from "./shape.js";

const opposite = { true: "false", false: "true", unknown: "unknown" } as const;
const maxEvidence = 4;

/** From everything that was observed of one tool to what is said of it. Pure. */
export function judgeTool(observed: Observed, bulkRows: number): ToolReport {
  const { tool } = observed;
  const hide = hiding(observed.secrets);
  const claims = claimsOf(tool.annotations);
  const pieces: Readonly<Record<HintName, readonly Piece[]>> = {
    readOnlyHint: judgeReadOnly(observed, scan),
    destructiveHint: judgeRecoverable(observed),
    idempotentHint: judgeIdempotent(observed),
  };
  const behaviour = {
    readOnly: allOf(pieces.readOnlyHint),
    destructive: opposite[allOf(pieces.destructiveHint)],
    idempotent: allOf(pieces.idempotentHint),
  };
  const found: Readonly<Record<HintName, Found>> = {
    readOnlyHint: behaviour.readOnly,
    destructiveHint: behaviour.destructive,
    idempotentHint: behaviour.idempotent,
  };
  const disclosure = judgeDisclosure(observed, bulkRows);
  const requestId = judgeRequestId(observed);
  return {
    tool: tool.name,
    definition: definitionOf(observed, hide),
    behaviour,
    effects: [...shapeOf(firstStep(observed, "ordinary")?.changes ?? [])]
      .map(([key, count]) => `${count} × ${key}`)
      .sort(),
    judgements: hintNames.map((hint) =>
      judgement(tool.name, hint, claims, found[hint], pieces[hint], behaviour.readOnly, hide),
    ),
    disclosure,
    ...(requestId !== undefined && { requestId }),
    proposal: propose(observed, behaviour, disclosure, claims),
    casesRun: [...new Set(observed.runs.map((run) => run.case))],
    casesNotRun: observed.notRun.map((each) => ({ ...each, why: hide(each.why) })),
  };
}

function definitionOf({ tool }: Observed, hide: Hide): ToolReport["definition"] {
  const schemas = createHash("sha256")
    .update(canonical([tool.inputSchema, tool.outputSchema ?? null]))
    .digest("hex");
  return {
    hints: { ...(hidden({ ...tool.annotations }, hide) as Readonly<Record<string, unknown>>) },
    schemas: schemas.slice(0, 32),
  };
}

function judgement(
  tool: string,
  hint: HintName,
  claims: Claims,
  found: Found,
  pieces: readonly Piece[],
  readOnly: Found,
  hide: Hide,
): Judgement {
  const claim = claims[hint];
  const isMeaningless = hint !== "readOnlyHint" && claims.readOnlyHint.value && readOnly === "true";
  const verdict = isMeaningless
    ? "no_meaning"
    : verdictOf(hint === "destructiveHint" ? "warning" : "promise", claim, found);
  const telling = pieces.filter((piece) => piece.found === decisive[allOf(pieces)]);
  return {
    hint,
    claim,
    verdict,
    sentence: hide(sentenceOf(verdict, telling)),
    evidence: verdict === "no_meaning" ? [] : telling.slice(0, maxEvidence).map((piece) => evidenceOf(piece, hide)),
    cautions: unique(pieces.filter((piece) => piece.found === "caution")).map(hide),
    ...(verdict === "contradicted" && { remedies: remedies(tool, hint, pieces) }),
  };
}

const decisive = { true: "true", false: "false", unknown: "unknown" } as const;
const unique = (pieces: readonly Piece[]): readonly string[] => [...new Set(pieces.map(({ sentence }) => sentence))];

function sentenceOf(verdict: Verdict, telling: readonly Piece[]): string {
  if (verdict === "no_meaning") return "a read-only tool neither destroys nor repeats anything";
  return unique(telling).join("; ") || "nothing that was watched changed in any case";
}
