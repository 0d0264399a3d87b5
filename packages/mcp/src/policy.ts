import { Tier2Error } from "@holdpoint/tier2-core";
import { copiedGuard } from "./copied-guard.js";
import type { NamedGuard } from "./guard-registered.js";
import type { Identify } from "./identify.js";
import { setupError } from "./setup-error.js";

export interface Policy extends Identify {
  readonly tools: ReadonlyMap<string, 1 | NamedGuard>;
  readonly others: 1 | "refuse";
  readonly later: readonly string[];
}

const known = ["tools", "others", "later", "requester"];

const wrong = (problem: string) => new Tier2Error("invalid_setup", `guardServer: ${problem}`);

/**
 * The options as they stand now: changing the object later changes nothing.
 *
 * @throws Tier2Error `invalid_setup`
 */
export function policyOf(options: { tools: object; others: unknown; later?: unknown } & Identify): Policy {
  const { tools, others, later = [], requester } = options ?? {};
  const unknown = Object.keys(options ?? {}).find((key) => !known.includes(key));
  if (unknown !== undefined) throw wrong(`it has no option ${JSON.stringify(unknown)}.`);
  if (others !== 1 && others !== "refuse") {
    throw wrong('`others` says what happens to tools that are not named: 1 (they run at once) or "refuse".');
  }
  if (typeof tools !== "object" || tools === null) throw wrong("`tools` is no object of guards by tool name.");
  if (requester !== undefined && typeof requester !== "function") throw wrong("`requester` is no function.");
  const entries = Object.entries(tools);
  const guards = entries.map(([name, entry]) => [name, guardOf(name, entry)] as const);
  if (!Array.isArray(later)) throw wrong("`later` is no list of tool names.");
  const stray = later.find((name) => !Object.hasOwn(tools, name));
  if (stray !== undefined) throw wrong(`\`later\` has ${JSON.stringify(stray)}, \`tools\` has not.`);
  return { tools: new Map(guards), others, later: [...later], ...(requester && { requester }) };
}

function guardOf(name: string, entry: unknown): 1 | NamedGuard {
  if (entry === 1) return 1;
  if (typeof entry !== "object" || entry === null) throw setupError(name, "its guard is neither 1 nor an object.");
  if (typeof (entry as Partial<NamedGuard>).preview !== "function") {
    throw setupError(
      name,
      "it has no preview. Compute one from the current state; echoing the arguments is no preview.",
    );
  }
  return copiedGuard(name, entry as NamedGuard, ["input"]);
}
