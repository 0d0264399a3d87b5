import { type Hide, hiding, secretName } from "../disclose/known-secrets.js";
import type { Piece } from "../judge/finding.js";
import { cases } from "../matrix/cases.js";
import type { Step } from "../matrix/observed.js";
import type { Change } from "../observe/change.js";
import { effects } from "../observe/effect.js";
import type { Outcome } from "../subject/outcome.js";
import type { Evidence } from "./report.js";

const maxText = 300;
const maxRecords = 20;

/** One line: text of a server must not look like a line of ours. */
function short(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= maxText ? line : `${line.slice(0, maxText)}… (${line.length} characters)`;
}

/** A secret may be a number or a list as well. */
function masked(item: unknown): unknown {
  if (item === "" || item === null || item === undefined || typeof item === "boolean") return item;
  return typeof item === "string" ? `[${item.length} characters]` : `[${Array.isArray(item) ? "list" : typeof item}]`;
}

/** A value as text, without what must not stand in a report. Redacted before it is cut: half a secret is none of its forms. */
export function shownValue(value: unknown, hide: Hide = hiding()): string {
  const text = JSON.stringify(value, (name, item: unknown) => (secretName.test(name) ? masked(item) : item));
  return short(hide(text ?? ""));
}

/** What a client learned, in one line. */
export function shownOutcome(outcome: Outcome, hide: Hide): string {
  if (outcome.kind === "answered") return short(`${outcome.isError ? "error" : "ok"}: ${hide(outcome.text)}`);
  if (outcome.kind === "refused") return short(`refused (${outcome.code}): ${hide(outcome.message)}`);
  if (outcome.kind === "unreadable") return `answer could not be read: ${outcome.why}`;
  if (outcome.kind === "lost") return short(`connection lost: ${hide(outcome.message)}`);
  if (outcome.kind === "silent") return `no answer within ${outcome.afterMs} ms`;
  return outcome.received ? "transport cut after the request was received" : "transport cut; receipt not shown";
}

/** `files: notes.md replaced (bytes 5 → 7)` */
function shownChange({ observer, record, kind, fields, before, after, effect }: Change, hide: Hide): string {
  const details = (fields ?? [])
    .slice(0, 4)
    .map((name) => `${name} ${shownField(name, before, hide)} → ${shownField(name, after, hide)}`);
  const what = effect === "write" || effect === "touch" ? "" : ` [${effects[effect].sentence}]`;
  return short(hide(`${observer}: ${record} ${kind}${details.length > 0 ? ` (${details.join(", ")})` : ""}${what}`));
}

const shownField = (name: string, of: Readonly<Record<string, unknown>> | undefined, hide: Hide): string => {
  const text = shownValue({ [name]: of?.[name] ?? null }, hide);
  return text.slice(text.indexOf(":") + 1, -1).slice(0, 60);
};

/** A case in the form that such results are recorded in: it forces one to look at effects, not at a friendly answer. */
export function evidenceOf(piece: Piece, hide: Hide): Evidence {
  const calls = piece.steps.flatMap((step) => step.outcomes.map((outcome) => ({ step, outcome })));
  const [first, second] = calls;
  return {
    case: cases[piece.case],
    request: shownValue(piece.steps.find(({ outcomes }) => outcomes.length > 0)?.args ?? {}, hide),
    first_call: first === undefined ? "not made" : shownOutcome(first.outcome, hide),
    ...(second !== undefined && { second_call: shownOutcome(second.outcome, hide) }),
    remote_records: recordsOf(piece.steps, hide),
    result: hide(piece.sentence),
  };
}

function recordsOf(steps: readonly Step[], hide: Hide): readonly string[] {
  const isSeveral = steps.length > 1;
  const all = steps.flatMap(({ label, changes }) =>
    changes.map((change) => (isSeveral ? `after ${label}: ${shownChange(change, hide)}` : shownChange(change, hide))),
  );
  return all.length <= maxRecords ? all : [...all.slice(0, maxRecords), `and ${all.length - maxRecords} more`];
}
