import { redact } from "../disclose/scan.js";
import type { Piece } from "../judge/finding.js";
import { cases } from "../matrix/cases.js";
import type { Step } from "../matrix/observed.js";
import type { Change } from "../observe/change.js";
import { effects } from "../observe/effect.js";
import type { Outcome } from "../subject/outcome.js";
import type { Evidence } from "./report.js";

const maxText = 300;
const maxRecords = 20;
const secretName = /pass(word|wd)?$|secret|token|api[_-]?key|credential|recovery|private[_-]?key|authorization/i;

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
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value, (name, item: unknown) => (secretName.test(name) ? masked(item) : item));
  return short(redact(text ?? ""));
}

function shownOutcome(outcome: Outcome): string {
  if (outcome.kind === "answered") return short(`${outcome.isError ? "error" : "ok"}: ${redact(outcome.text)}`);
  if (outcome.kind === "refused") return short(`refused (${outcome.code}): ${redact(outcome.message)}`);
  if (outcome.kind === "unreadable") return `answer could not be read: ${outcome.why}`;
  if (outcome.kind === "lost") return short(`connection lost: ${redact(outcome.message)}`);
  if (outcome.kind === "silent") return `no answer within ${outcome.afterMs} ms`;
  return outcome.received ? "transport cut after the request was received" : "transport cut; receipt not shown";
}

/** `files: notes.md replaced (bytes 5 → 7)` */
function shownChange({ observer, record, kind, fields, before, after, effect }: Change): string {
  const details = (fields ?? [])
    .slice(0, 4)
    .map((name) => `${name} ${shownField(name, before)} → ${shownField(name, after)}`);
  const what = effect === "write" || effect === "touch" ? "" : ` [${effects[effect].sentence}]`;
  return short(redact(`${observer}: ${record} ${kind}${details.length > 0 ? ` (${details.join(", ")})` : ""}${what}`));
}

const shownField = (name: string, of: Readonly<Record<string, unknown>> | undefined): string => {
  const text = shownValue({ [name]: of?.[name] ?? null });
  return text.slice(text.indexOf(":") + 1, -1).slice(0, 60);
};

/** A case in the form that such results are recorded in: it forces one to look at effects, not at a friendly answer. */
export function evidenceOf(piece: Piece): Evidence {
  const calls = piece.steps.flatMap((step) => step.outcomes.map((outcome) => ({ step, outcome })));
  const [first, second] = calls;
  return {
    case: cases[piece.case],
    request: shownValue(piece.steps.find(({ outcomes }) => outcomes.length > 0)?.args ?? {}),
    first_call: first === undefined ? "not made" : shownOutcome(first.outcome),
    ...(second !== undefined && { second_call: shownOutcome(second.outcome) }),
    remote_records: recordsOf(piece.steps),
    result: piece.sentence,
  };
}

function recordsOf(steps: readonly Step[]): readonly string[] {
  const isSeveral = steps.length > 1;
  const all = steps.flatMap(({ label, changes }) =>
    changes.map((change) => (isSeveral ? `after ${label}: ${shownChange(change)}` : shownChange(change))),
  );
  return all.length <= maxRecords ? all : [...all.slice(0, maxRecords), `and ${all.length - maxRecords} more`];
}
