/** What each fact of a material must be: one row per fact. Pure; a wrong fact is a mistake in the tool, never a refusal. */
import { isInstant } from "./instant.js";
import type { DataClassification, Material, Reversibility } from "./material.js";

interface Rule {
  readonly holds: (value: unknown) => boolean;
  /** Completes "its … must be". */
  readonly mustBe: string;
}

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
const text: Rule = { holds: isText, mustBe: "a text that says something" };

/** Exactly these members, each as its rule has it. */
const members = (rules: Readonly<Record<string, (value: unknown) => boolean>>) => (value: unknown) =>
  typeof value === "object" &&
  value !== null &&
  Object.keys(value).every((name) => Object.hasOwn(rules, name)) &&
  Object.entries(rules).every(([name, holds]) => holds((value as Record<string, unknown>)[name]));

const isOneOf =
  (...words: string[]) =>
  (value: unknown) =>
    words.includes(value as string);
const orNull = (holds: (value: unknown) => boolean) => (value: unknown) => value === null || holds(value);

const isDecimal = (value: unknown) => typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value);
const isCurrency = (value: unknown) => typeof value === "string" && /^[A-Z]{3}$/.test(value);

const takenBack = { by: isText, evidence: isText, until: orNull(isInstant), consumedBy: orNull(isText) };
const reversibilities = [
  isOneOf(...(["irreversible", "reversible", "costly"] satisfies Reversibility[])),
  members({ kind: isOneOf("reversible"), ...takenBack }),
  members({ kind: isOneOf("costly"), cost: isText, ...takenBack }),
];

const classifications = ["public", "internal", "confidential", "restricted"] as const satisfies DataClassification[];

const facts: Readonly<Record<keyof Material, Rule>> = {
  actor: text,
  credential: text,
  target: text,
  amount: {
    holds: members({ value: isDecimal, currency: isCurrency }),
    mustBe: '{ value, currency }: a decimal number as text and an ISO 4217 code, such as "12.50" and "EUR"',
  },
  destination: text,
  selection: text,
  count: {
    holds: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
    mustBe: "a whole number from 0 on",
  },
  idDigest: text,
  dataClassification: { holds: isOneOf(...classifications), mustBe: `one of ${classifications.join(", ")}` },
  currentState: text,
  expectedOutcome: text,
  reversibility: {
    holds: (value) => reversibilities.some((holds) => holds(value)),
    mustBe:
      '"irreversible", or { kind: "reversible", by, evidence, until, consumedBy }, with a cost if its kind is "costly"; ' +
      "until is an absolute instant such as 2026-12-24T18:00:00Z, or null",
  },
};

export const factNames: readonly string[] = Object.keys(facts);

/** What is wrong with a material that went through JSON, as the end of a sentence; undefined if nothing is. */
export function materialProblem(material: unknown): string | undefined {
  if (typeof material !== "object" || material === null || Array.isArray(material)) return "is no object of facts";
  for (const [name, value] of Object.entries(material)) {
    const rule = Object.hasOwn(facts, name) ? facts[name as keyof Material] : undefined;
    if (rule === undefined) return `has an unknown fact "${name}"`;
    if (!rule.holds(value)) return `is wrong: its ${name} must be ${rule.mustBe}`;
  }
  const { idDigest, selection, count } = material as Material;
  if (idDigest !== undefined && (selection === undefined || count === undefined)) {
    return "has an idDigest without selection and count: take all three from collectionOf";
  }
  return undefined;
}
