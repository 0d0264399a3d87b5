import type { DiscoveredMethod } from "./discover-methods.js";
import { setupError } from "./setup-error.js";

/** @throws Tier2Error `invalid_setup`, at start-up, for two guarded methods that are one tool */
export function demandOwnNames(methods: readonly DiscoveredMethod[]): void {
  const named = new Map<string, string>();
  for (const { about, toolName } of methods) {
    const other = named.get(toolName);
    if (other === about) {
      throw setupError(
        about,
        `two controllers are called ${about.split(".", 1)[0]}, and a token of one would run the other. Give each a \`tool\` of its own, such as "${about}.v2".`,
      );
    }
    if (other !== undefined) {
      throw setupError(
        about,
        `${other} is the tool "${toolName}" too, and a token of one would run the other. Name them apart, or leave \`tool\` out.`,
      );
    }
    named.set(toolName, about);
  }
}
