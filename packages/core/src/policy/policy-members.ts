import { categories } from "../classification/classification.js";
import type { KeysOf } from "../tool/definition.js";
import { factNames } from "../tool/material-facts.js";
import { isToolName } from "../tool/tool-name.js";
import { kindOfName } from "./approvers.js";
import { mostBreakGlassMinutes } from "./break-glass.js";
import { listOf, members, minutesUpTo, must, name, oneOf, type Rule, shown, wholeFrom } from "./check-value.js";
import type { Policy } from "./policy.js";

export interface Member {
  readonly rule: Rule;
  /** It stands in every policy; or in those, and only in those, where another member says this. */
  readonly needed?: "always" | { readonly where: "scope" | "onDeadline"; readonly says: string };
}

const mostMinutes = 366 * 24 * 60;

const people = listOf((value, place) => {
  const problems = name(value, place);
  return problems.length > 0 || typeof value !== "string" ? problems : approverProblems(value, place);
});

function approverProblems(value: string, place: string): readonly string[] {
  switch (kindOfName(value)) {
    case "nobody":
      return [`${place} names no ${value.slice(0, -1)}.`];
    case "ambiguous":
      return [
        `${place} could be a group or one person: write "group:${value}" or "person:${value}", not ${shown(value)}. (An id that holds a colon or an @ stands for itself.)`,
      ];
    default:
      return [];
  }
}

const peopleOrFunction: Rule = (value, place) => (typeof value === "function" ? [] : people(value, place));

const money = members({
  value: must('a decimal number as text, such as "100.00"', (value) => /^\d+(\.\d+)?$/.test(textOf(value))),
  currency: must('an ISO 4217 code, such as "EUR"', (value) => /^[A-Z]{3}$/.test(textOf(value))),
});

const toolNames = listOf(
  must('the name of a tool (there are no patterns: for every tool, use the scope "all")', (value) =>
    isToolName(textOf(value)),
  ),
);

/** What a policy may say: one row per member. */
export const policyMembers: Readonly<Record<KeysOf<Policy>, Member>> = {
  id: { rule: name, needed: "always" },
  version: { rule: wholeFrom(1, Number.MAX_SAFE_INTEGER), needed: "always" },
  scope: { rule: oneOf("named", "destructive", "all", "credential"), needed: "always" },
  tools: { rule: toolNames, needed: { where: "scope", says: "named" } },
  credentials: { rule: listOf(name), needed: { where: "scope", says: "credential" } },
  server: { rule: name },
  categories: { rule: listOf(oneOf(...categories)) },
  above: { rule: money },
  when: { rule: must("a function of the facts, which a file cannot hold", (value) => typeof value === "function") },
  requires: { rule: listOf(oneOf(...factNames)) },
  approvers: { rule: peopleOrFunction, needed: "always" },
  quorum: { rule: wholeFrom(1, 100) },
  validity: {
    rule: members({ uses: wholeFrom(1, 1000), minutes: minutesUpTo(mostMinutes) }, ["uses", "minutes"]),
  },
  decideByMinutes: { rule: minutesUpTo(mostMinutes) },
  bind: { rule: oneOf("action", "tool", "session") },
  checkpoint: { rule: oneOf("before", "instead", "after") },
  coolDownMinutes: { rule: minutesUpTo(mostMinutes, "zero") },
  breakGlass: { rule: members({ approvers: people, minutes: minutesUpTo(mostBreakGlassMinutes) }) },
  onDeadline: { rule: oneOf("lapse", "escalate", "hold"), needed: "always" },
  escalateTo: { rule: people, needed: { where: "onDeadline", says: "escalate" } },
};

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
