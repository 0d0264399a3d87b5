import {
  type AnySchema,
  defineTier2Tool,
  describeTool,
  type ExecuteContext,
  NotExecuted,
  type Tier2Engine,
  type Tier2Tool,
} from "@holdpoint/tier2-core";
import type { RegisteredTool } from "@modelcontextprotocol/sdk/server/mcp.js";
import { demandDescription } from "./demand-description.js";
import { demandListable } from "./demand-listable.js";
import type { Guard } from "./guard.js";
import { isGuarded } from "./guarded-handler.js";
import { ownHandler } from "./handler-gate.js";
import type { JsonSchema } from "./json-schema.js";
import { listInput } from "./list-input.js";
import { offerJsonSchema } from "./offer-json-schema.js";
import { ownResult } from "./own-result.js";
import { setupError } from "./setup-error.js";
import { schemaOf, type ToolSchema } from "./tool-schema.js";
import { type Output, widenOutput } from "./widen-output.js";

/** What an operator says of a tool: its guard, and the schema that types it. */
export type NamedGuard = Guard<never> & { input?: ToolSchema | undefined };

/** A registered tool as the engine runs it and as clients see it. */
export interface GuardedTool {
  readonly tool: Tier2Tool;
  readonly output: Output | undefined;
  readonly inputSchema: JsonSchema;
  /** The author's own description and the two steps; annotations may change at any time. */
  describe(): string;
}

/**
 * Puts a guard on a tool that was registered with the SDK, as it is now; the registered tool itself is left alone.
 *
 * @throws Tier2Error `invalid_setup` or `level_unavailable`
 */
export function guardRegistered(
  tier2: Tier2Engine,
  name: string,
  registered: RegisteredTool,
  given: NamedGuard,
): GuardedTool {
  const { input: typed, ...guard } = given;
  const { description = "" } = registered;
  const handler = ownHandler(registered);
  demandOwn(name, registered);
  demandPlain(name, registered);
  demandDescription(name, description);
  const input: AnySchema | undefined = registered.inputSchema && schemaOf(name, registered.inputSchema, "input schema");
  const inputSchema = listInput(name, input);
  if (typed !== undefined) demandSameNames(name, listInput(name, schemaOf(name, typed, "`input`")), inputSchema);
  const output = registered.outputSchema && widenOutput(name, registered.outputSchema);
  demandListable(name, registered);

  const tool = defineTier2Tool({
    ...guard,
    name,
    description,
    ...(input !== undefined && { input: offerJsonSchema(name, input) }),
    execute: async (params: unknown, ctx: ExecuteContext<unknown>) => {
      if (!registered.enabled) throw new NotExecuted("the tool was disabled meanwhile.");
      return ownResult(handler, input, params, ctx);
    },
  } as never) as Tier2Tool;
  tier2.register(tool);
  const describe = describeTool(tier2.tools().find((summary) => summary.name === name));
  return { tool, output, inputSchema, describe: () => describe(description, registered.annotations) };
}

/** @throws Tier2Error `invalid_setup` for a tool that goes through an engine by itself */
export function demandOwn(name: string, registered: RegisteredTool): void {
  if (!isGuarded(ownHandler(registered))) return;
  throw setupError(name, "it was registered with registerTier2Tool already. Leave it out of guardServer's `tools`.");
}

/** A task answers before it is done, so there would be nothing to record. */
function demandPlain(name: string, registered: RegisteredTool): void {
  const { execution } = registered;
  if (typeof ownHandler(registered) !== "function" || (execution?.taskSupport ?? "forbidden") !== "forbidden") {
    throw setupError(name, "it is a task tool, whose result could be neither recorded nor replayed.");
  }
}

/** The guard's `input` only types its params, so it had better speak of the same ones. */
function demandSameNames(name: string, typed: JsonSchema, listed: JsonSchema): void {
  const unknown = Object.keys(typed.properties ?? {}).find((key) => !Object.hasOwn(listed.properties ?? {}, key));
  if (unknown === undefined) return;
  throw setupError(name, `the \`input\` of its guard has ${JSON.stringify(unknown)}, the tool itself has not.`);
}
