import { type Category, classify } from "../classification/classification.js";
import type { Callee } from "./call.js";

/** Does a tool count as of this category? One that has none does, unless its operator judged it harmless. */
export function countsAs(category: Category, { definition, hints }: Pick<Callee, "definition" | "hints">): boolean {
  if (definition.category !== undefined) return definition.category === category;
  return classify(definition, hints).because !== "harmless";
}
