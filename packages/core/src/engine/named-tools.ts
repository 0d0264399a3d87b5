import { Tier2Error } from "../errors.js";
import { unknownToolProblem, unknownTools } from "../policy/unknown-tools.js";
import type { Parts } from "./parts.js";

type Named = Pick<Parts, "policies" | "server" | "definitions" | "toolsLater">;

const unknownIn = ({ policies, server, definitions }: Named, later: Named["toolsLater"]) =>
  later === "any" ? [] : unknownTools(policies, { server, known: [...definitions.keys(), ...later] });

/**
 * Where the tools of an engine are known, each one that a policy names is among them, or among those that come later.
 *
 * @throws Tier2Error `invalid_setup`, with the place of every name that no tool has
 */
export function demandNamedTools(parts: Named, later = parts.toolsLater): void {
  const unknown = unknownIn(parts, later);
  if (unknown.length === 0) return;
  const problems = [
    ...unknown.map(unknownToolProblem),
    "Correct the name, or say in `toolsLater` which tools are defined later.",
  ];
  throw new Tier2Error("invalid_setup", problems.join("\n"));
}

/** Where they are defined as they come, those that have not come with the first call are told of, once. */
export function tellUnknownTools(parts: Named & Pick<Parts, "observe" | "platform">): void {
  const { server, platform, observe } = parts;
  for (const { policy, tool, like } of unknownIn(parts, parts.toolsLater)) {
    const about = { atMs: platform.wallMs(), server, tool } as const;
    observe({ type: "unknown_tool", ...about, policy, ...(like !== undefined && { like }) });
  }
}
