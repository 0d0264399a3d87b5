import { setupError } from "../setup-error.js";
import type { McpGuard } from "./mcp-options.js";
import { guardIn, type KnownTools, policyOf, type ToolHints } from "./tool-policy.js";

/** Why a tool that its author lets run at once does not. */
export const pastPolicies = "a policy may ask a person about it, and it would run at once, past that.";
/** What to do about one that is registered at run time. */
export const guardIt = "Give it a guard in `tools`, or take it out of the policy.";

/** @throws Tier2Error `invalid_setup`, at start-up, for a tool that would run without its guard, or could never run */
export function demandNoEscape(known: KnownTools, guard: McpGuard): void {
  const { others, tools = {}, strategy } = guard;
  if (others !== 1 && others !== "refuse") {
    throw setupError("Tier2Module mcp", '`others` must be 1 or "refuse": what happens to tools that are not named?');
  }
  for (const [name, { isGuarded }] of known.decorated) {
    const about = `Tool "${name}"`;
    const own = guardIn(tools, name);
    if (own !== undefined && own !== 1)
      throw setupError(about, "it is a method, so put @Tier2() on it instead of a guard in `tools`.");
    if (own === 1 && isGuarded) throw setupError(about, "it is under @Tier2(), and `tools` says that it runs at once.");
    if (policyOf(name, known, guard) === "refused") {
      if ((own ?? others) === 1)
        throw setupError(about, `${pastPolicies} Put @Tier2() on it, or take it out of the policy.`);
      throw setupError(about, 'it is neither under @Tier2() nor in `tools`, and `others` is "refuse".');
    }
  }
  for (const name of registeredIn(strategy).keys()) {
    if (policyOf(name, known, guard) === "refused") {
      if ((guardIn(tools, name) ?? others) === 1) throw setupError(`Tool "${name}"`, `${pastPolicies} ${guardIt}`);
      throw setupError(
        `Tool "${name}"`,
        "it was registered before Tier2Module was there, or it has no guard. Register it in a provider's onModuleInit or later, with its guard in `tools`.",
      );
    }
  }
}

/** mcp-nest keeps them to itself; where this finds none, the calls are refused one by one. */
export function registeredIn(strategy: object): ReadonlyMap<string, ToolHints> {
  const { dynamicTools } = strategy as { dynamicTools?: unknown };
  if (!(dynamicTools instanceof Map)) return new Map();
  const tools = dynamicTools as ReadonlyMap<string, { metadata?: { annotations?: ToolHints } } | undefined>;
  return new Map([...tools].map(([name, tool]) => [name, tool?.metadata?.annotations]));
}
