import { answerData, type Outcome } from "../subject/outcome.js";
import type { Args } from "../subject/subject.js";

const freshMark = "{{fresh}}";
const answerMark = /^\{\{answer((?:\.[\w-]+)*)\}\}$/;

/** Whether arguments name something new each time. */
export const namesFresh = (args: Args): boolean => JSON.stringify(args).includes(freshMark);

/** `{{fresh}}` anywhere in a text becomes a name that no earlier run has used, always of one length. */
export function withFresh(args: Args, name: string): Args {
  return mapTexts(args, (text) => text.replaceAll(freshMark, name)) as Args;
}

/** A text that is `{{answer.a.b}}` becomes that member of the answer; `{{answer}}` all of its text. */
export function withAnswer(args: Args, outcome: Outcome): Args {
  return mapTexts(args, (text) => {
    const path = answerMark.exec(text)?.[1];
    if (path === undefined) return text;
    if (path === "") return outcome.kind === "answered" ? outcome.text : "";
    let value: unknown = answerData(outcome);
    for (const name of path.slice(1).split(".")) value = (value as Record<string, unknown> | undefined)?.[name];
    return value ?? null;
  }) as Args;
}

function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}
