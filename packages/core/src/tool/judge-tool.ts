import { type Classified, classify, type Hints } from "../classification/classification.js";
import { Tier2Error } from "../errors.js";
import type { Level, Tier } from "../tier.js";
import type { AnyDefinition } from "./define-tool.js";

/** The tier of a call. An answer that is neither 1 nor 2 counts as 2. */
export function tierOf(definition: AnyDefinition, params: unknown, hints?: Hints): Tier {
  const { tier } = definition;
  if (tier === undefined) return classify(definition, hints).tier;
  return (typeof tier === "function" ? tier(params) : tier) === 1 ? 1 : 2;
}

/** A function that answers no level for some params has not said that they need none, so its answer is not replaced. */
export function levelOf(definition: AnyDefinition, params: unknown): Level | undefined {
  const { level } = definition;
  return typeof level === "function" ? level(params) : (level ?? "L1");
}

/** What a list of tools shows at start-up. */
export interface ToolSummary {
  readonly name: string;
  readonly tier: Tier | "by arguments";
  readonly because: Classified["because"] | "declared";
}

export function summarize(definition: AnyDefinition): ToolSummary {
  const { name, tier } = definition;
  if (typeof tier === "function") return { name, tier: "by arguments", because: "declared" };
  if (tier !== undefined) return { name, tier, because: "declared" };
  return { name, ...classify(definition) };
}

/** @throws Tier2Error `level_unavailable` at start-up: nothing above L1 can be reached, so the tool could never run. */
export function demandReachableLevel(definition: AnyDefinition): void {
  const { name, level } = definition;
  if (level === undefined || typeof level === "function" || level === "L1") return;
  throw new Tier2Error(
    "level_unavailable",
    `Tool "${name}" demands ${level}, and nothing here provides more than L1. It is refused at start-up rather than run with less.`,
  );
}
