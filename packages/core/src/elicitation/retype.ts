/** At L2 the client's user types a fact of what would happen. Which one, and what it reads: pure, one row per fact. */
import type { Json } from "../params/plain-json.js";
import type { Material } from "../tool/material.js";

/** What the client's user has to type: a fact of the material, or an argument by its name. */
export type Retype = RetypeFact | { readonly param: string };
export type RetypeFact = "target" | "amount" | "destination" | "count";

/** What has to be typed, under the name that the user reads it by. */
export interface Expected {
  readonly name: string;
  readonly text: string;
}

/** What a proposal shows of an operation. Secret arguments are in neither. */
export interface ShownFacts {
  readonly material?: Material | undefined;
  /** As the handler will get them. */
  readonly params: Json;
}

const textOf: Readonly<Record<RetypeFact, (material: Material) => string | undefined>> = {
  target: ({ target }) => target,
  amount: ({ amount }) => amount?.value,
  destination: ({ destination }) => destination,
  count: ({ count }) => count?.toString(),
};

export const retypeFacts = Object.keys(textOf) as readonly RetypeFact[];

/** Where a tool names none: the first of these that its preview gives. */
const byDefault = ["target", "amount"] as const satisfies readonly RetypeFact[];

/** Nobody types more without a slip. */
const longestText = 200;

/** Characters that nobody sees, and no keyboard has. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/u;

/** The text that two ways to type it have in common: trimmed, and composed (NFC), since keyboards differ in that. */
export const typed = (text: string): string => text.trim().normalize("NFC");

/** Undefined where a proposal does not give the fact, or gives nothing that a person could type. */
export function expectedOf(retype: Retype | undefined, shown: ShownFacts): Expected | undefined {
  const names = retype === undefined ? byDefault : [retype];
  for (const each of names) {
    const [name, given] =
      typeof each === "string" ? [each, textOf[each](shown.material ?? {})] : [each.param, paramOf(shown.params, each)];
    const text = given === undefined ? "" : typed(given);
    if (text !== "" && text.length <= longestText && !unseen.test(text)) return { name, text };
  }
  return undefined;
}

function paramOf(params: Json, { param }: { param: string }): string | undefined {
  if (typeof params !== "object" || params === null || !Object.hasOwn(params, param)) return undefined;
  const value = (params as { readonly [name: string]: Json })[param];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
