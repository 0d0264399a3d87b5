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
  /** `policy`: one may ask for an approver, which only a preview can tell. */
  readonly because: Classified["because"] | "declared" | "policy";
}

/** `isCovered`: a policy may apply to it, so that it is previewed whatever its own tier. */
export function summarize(definition: AnyDefinition, isCovered = false): ToolSummary {
  const own = ownSummary(definition);
  return isCovered && own.tier !== 2 ? { name: own.name, tier: 2, because: "policy" } : own;
}

function ownSummary(definition: AnyDefinition): ToolSummary {
  const { name, tier } = definition;
  if (typeof tier === "function") return { name, tier: "by arguments", because: "declared" };
  if (tier !== undefined) return { name, tier, because: "declared" };
  return { name, ...classify(definition) };
}

/**
 * L2 hangs on the client of each call, so it is judged there.
 *
 * @throws Tier2Error `level_unavailable` at start-up, for a tool that could never run: L3 and L4 need a policy that says who
 * decides
 */
export function demandReachableLevel({ name, level }: AnyDefinition, isCovered: boolean): void {
  if (level === undefined || typeof level === "function" || level === "L1" || level === "L2") return;
  if (isCovered && (level === "L3" || level === "L4")) return;
  const lacking =
    level === "L3" || level === "L4" ? "no policy covers it, so nobody could allow it" : "nothing here provides that";
  throw new Tier2Error(
    "level_unavailable",
    `Tool "${name}" demands ${level}, and ${lacking}. It is refused at start-up rather than run with less.`,
  );
}
