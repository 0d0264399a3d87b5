import type { Material } from "../tool/material.js";
import { type Expected, expectedOf, type Retype, type ShownFacts, typed } from "./retype.js";

/** What an adapter shows to the client's user: one form of one required text, without a default and without an example. */
export interface Question {
  /** What would happen, and what to type. */
  readonly message: string;
  readonly field: { readonly name: string; readonly title: string; readonly description: string };
}

/** A question, and the answer that nobody but a person is told to give. */
export interface Asking {
  readonly question: Question;
  readonly expected: Expected;
}

interface Seen extends ShownFacts {
  readonly tool: string;
  readonly summary: string;
}

/** The one field of the form. */
const fieldName = "typed_by_the_user";

/** On one line, and with nothing in it that turns round or hides what stands beside it. */
const visible = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (unseen) => `\\u{${unseen.codePointAt(0)?.toString(16)}}`);

const quoted = (text: string): string => `"${visible(text)}"`;

const shownFacts = [
  "target",
  "amount",
  "destination",
  "selection",
  "count",
  "currentState",
  "expectedOutcome",
] as const;

const titles: Readonly<Record<(typeof shownFacts)[number], string>> = {
  target: "Target",
  amount: "Amount",
  destination: "Destination",
  selection: "Selected by",
  count: "Count",
  currentState: "Now",
  expectedOutcome: "Afterwards",
};

function factLines(material: Material, { name, text }: Expected): string[] {
  const lines = shownFacts.flatMap((fact) => {
    const value = material[fact];
    if (value === undefined) return [];
    const shown = typeof value === "object" ? `${quoted(value.value)} ${value.currency}` : quoted(String(value));
    return [`${titles[fact]}: ${shown}`];
  });
  const isShown = shownFacts.some((fact) => fact === name);
  return isShown ? lines : [...lines, `${name}: ${quoted(text)}`];
}

/**
 * Undefined where there is nothing to type: the proposal gives no such fact, or the form itself would give the answer, so
 * that a client which fills it with what it finds there would have answered.
 */
export function askingOf(retype: Retype | undefined, seen: Seen): Asking | undefined {
  const expected = expectedOf(retype, seen);
  if (expected === undefined) return undefined;
  const { tool, summary, material = {} } = seen;
  const facts = factLines(material, expected).join("\n");
  const question = {
    message: `The tool ${quoted(tool)} asks for your own confirmation. Nothing has been executed yet.\n\n${visible(summary)}\n\n${facts}\n\nIf you want this, type the ${expected.name} below, exactly as it stands above between the quotation marks. If not, decline.`,
    field: {
      name: fieldName,
      title: `The ${expected.name}, typed by you`,
      description: `Type the ${expected.name} of what is about to happen. Nothing is executed unless it is exactly the same.`,
    },
  };
  return isGivenAway(question, expected) ? undefined : { question, expected };
}

/** Is the answer a text of the form, or a whole line of one? */
const isGivenAway = ({ message, field }: Question, { text }: Expected): boolean =>
  [message, ...message.split("\n"), ...Object.values(field)].some((shown) => typed(shown) === text);
