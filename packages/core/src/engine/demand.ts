import type { Hints } from "../classification/classification.js";
import { jsonCopy } from "../params/json-copy.js";
import { covers } from "../policy/covers.js";
import { type Demand, requirementFor } from "../policy/requirement-for.js";
import type { Requester } from "../requester.js";
import type { Level } from "../tier.js";
import type { AnyDefinition } from "../tool/define-tool.js";
import type { Material } from "../tool/material.js";
import type { Parts } from "./parts.js";
import type { Params } from "./read-params.js";

const free: Demand = { kind: "free" };

/** May a policy ever apply to this tool? */
export const isCovered = (
  { policies, server }: Pick<Parts, "policies" | "server">,
  definition: AnyDefinition,
  hints?: Hints,
): boolean => policies.length > 0 && covers(policies, { server, tool: definition.name, definition, hints });

/**
 * The same for a handler written by hand, of which nothing is known unless a tool of its name is: then it counts as anything.
 * A tool that may demand more than two steps is covered too, since only its own calls can ask for that.
 */
export function isCoveredByHand({ policies, server, definitions }: Parts, tool: string): boolean {
  const definition = definitions.get(tool) ?? {};
  const { level = "L1" } = definition as Partial<AnyDefinition>;
  return level !== "L1" || (policies.length > 0 && covers(policies, { server, tool, definition }));
}

/** What the policies that are loaded now ask of a call. What they judge are copies: none of them changes what is done. */
export function demandOf(
  parts: Pick<Parts, "policies" | "server">,
  of: {
    readonly definition: AnyDefinition;
    readonly level: Level;
    readonly hints: Hints | undefined;
    readonly params: Params;
    readonly requester: Requester;
    readonly material: Material | undefined;
  },
): Demand {
  const { definition, level, hints, params, requester, material = {} } = of;
  const { policies, server } = parts;
  if (level === "L1" && !isCovered(parts, definition, hints)) return free;
  const tool = definition.name;
  const facts = { tool, material: jsonCopy(material), params: jsonCopy(params.known), requester };
  return requirementFor(policies, { server, tool, definition, hints, level, facts });
}
