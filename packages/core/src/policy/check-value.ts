import { isPlainObject } from "./private-copy.js";

/** What is wrong with a value, sentence by sentence; each starts with the place that it is about. */
export type Rule = (value: unknown, place: string) => readonly string[];

export const must =
  (be: string, holds: (value: unknown) => boolean): Rule =>
  (value, place) =>
    holds(value) ? [] : [`${place} must be ${be}, not ${shown(value)}.`];

export const oneOf = (...words: readonly string[]): Rule =>
  must(`one of ${words.join(", ")}`, (value) => words.includes(value as string));

export const wholeFrom = (least: number, most: number): Rule =>
  must(
    `a whole number from ${least} to ${most}`,
    (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
  );

/** Above zero, unless it says `zero`. */
export const minutesUpTo = (most: number, zero?: "zero"): Rule =>
  must(
    `a number of minutes ${zero === undefined ? "above 0" : "from 0 on"}, at most ${most}`,
    (value) => typeof value === "number" && (zero === undefined ? value > 0 : value >= 0) && value <= most,
  );

/** A blank at either end would make it another name, which nothing has. */
export const name: Rule = must(
  "a text with no blank at either end",
  (value) => typeof value === "string" && value !== "" && value.trim() === value,
);

/** At least one, each of them once. */
export const listOf =
  (rule: Rule): Rule =>
  (value, place) => {
    if (!Array.isArray(value) || value.length === 0) return must("a list of at least one", () => false)(value, place);
    return value.flatMap((one, index) => [
      ...rule(one, `${place}[${index}]`),
      ...(value.indexOf(one) < index ? [`${place}[${index}] repeats ${shown(one)}.`] : []),
    ]);
  };

/** Exactly these members, or fewer where some may be left out. */
export const members =
  (rules: Readonly<Record<string, Rule>>, optional: readonly string[] = []): Rule =>
  (value, place) => {
    if (!isPlainObject(value)) return must("a plain object", () => false)(value, place);
    return [
      ...unknownMembers(value, rules, place),
      ...Object.entries(rules).flatMap(([member, rule]) => {
        if (Object.hasOwn(value, member)) return rule(value[member], `${place}.${member}`);
        return optional.includes(member) ? [] : [`${place}.${member} is missing.`];
      }),
    ];
  };

/** Misspelt, it would protect nothing. */
export const unknownMembers = (value: object, known: object, place: string): string[] =>
  Object.keys(value)
    .filter((member) => !Object.hasOwn(known, member))
    .map((member) => `${place} has an unknown member ${shown(member)}.`);

const longest = 60;

export function shown(value: unknown): string {
  if (typeof value === "function" || typeof value === "bigint") return `a ${typeof value}`;
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
