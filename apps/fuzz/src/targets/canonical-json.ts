import { canonicalJson } from "@holdpoint/tier2-core";
import rfc8785 from "canonicalize";
import fc from "fast-check";
import type { Target } from "../run/target.js";
import { dressed } from "../values/dressed.js";
import { type Json, json } from "../values/json.js";
import { meaningOf, shortName } from "../values/meaning.js";
import { withAt } from "../values/places.js";
import { unfit, unfitAndHuge } from "../values/unfit.js";

interface Input {
  readonly value: Json;
  readonly dress: number;
  /** Makes something that no text may be given for, to be put into the value. */
  readonly planted: (() => unknown) | undefined;
  readonly at: number;
}

/** The text of a value; throws an error named NotPlainJson where there must be none. */
export type Canonicaliser = (value: unknown) => string | undefined;

const rarely = 2_000;
const planted = fc.oneof(
  { weight: rarely, arbitrary: fc.constant(undefined) },
  { weight: rarely / 4, arbitrary: fc.constantFrom(...unfit) },
  { weight: 1, arbitrary: fc.constantFrom(...unfitAndHuge) },
);

export function canonicalJsonTarget(canonical: Canonicaliser = canonicalJson): Target<Input> {
  return {
    name: "canonical-json",
    claim:
      "equal values have equal canonical texts, different values different ones, and what is no plain JSON has none",
    oneIn: 1,
    inputsPerRun: 1,
    async open() {
      /** Of every value so far, by the name of its text: its meaning. */
      const meanings = new Map<string, string>();
      return {
        arbitrary: fc.record({ value: json.any, dress: fc.nat({ max: 200 }), planted, at: fc.nat({ max: 50 }) }),
        check(input) {
          if (input.planted !== undefined) {
            demandRefused(canonical, withAt(input.value, input.at, input.planted));
            return;
          }
          const text = textOf(canonical, input);
          const meaning = shortName(meaningOf(input.value));
          const name = shortName(text);
          const before = meanings.get(name) ?? meaning;
          if (before !== meaning) throw new Error(`Another value got the same text: ${text}`);
          meanings.set(name, meaning);
        },
      };
    },
  };
}

function textOf(canonical: Canonicaliser, { value, dress }: Input): string {
  const text = canonical(value);
  if (typeof text !== "string") throw new Error("It has no text.");
  if (canonical(dressed(value, dress)) !== text) throw new Error("The same value in another dress got another text.");
  const parsed = JSON.parse(text) as Json;
  if (meaningOf(parsed) !== meaningOf(value)) throw new Error(`The text means something else: ${text}`);
  if (canonical(parsed) !== text) throw new Error("The text is not its own canonical form.");
  if (rfc8785(value) !== text) throw new Error(`Another implementation of RFC 8785 writes ${rfc8785(value)}`);
  return text;
}

function demandRefused(canonical: Canonicaliser, value: unknown): void {
  let text: string | undefined;
  try {
    text = canonical(value);
  } catch (error) {
    if (error instanceof Error && error.name === "NotPlainJson") return;
    throw error;
  }
  throw new Error(`What is no plain JSON got the text ${text?.slice(0, 200)}`);
}
