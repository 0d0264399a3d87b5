import type { Args, JsonSchema, Tool } from "../subject/subject.js";
import type { PlannedServer, PlannedTool } from "./plan.js";

/** A plan to be completed by somebody who knows the server: what a schema does not say is left out, not guessed. */
export function draftPlan(server: PlannedServer, tools: readonly Tool[]): Record<string, unknown> {
  return {
    disposable: false,
    server,
    observers: {},
    tools: Object.fromEntries(tools.map((tool) => [tool.name, draftTool(tool)])),
  };
}

function draftTool({ inputSchema }: Tool): PlannedTool {
  const args = draftArgs(inputSchema);
  return args === undefined
    ? { skip: "fill in `args`, and what applies of missing, undo, downstream, requestId" }
    : { args };
}

/** Arguments that the schema itself gives by const, default, examples or enum. */
function draftArgs(schema: JsonSchema): Args | undefined {
  const properties = (schema.properties ?? {}) as Record<string, Record<string, unknown>>;
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const args: Record<string, unknown> = {};
  for (const name of required) {
    const { const: only, default: usual, examples, enum: values } = properties[name] ?? {};
    const given = only ?? usual ?? first(examples) ?? first(values);
    if (given === undefined) return undefined;
    args[name] = given;
  }
  return args;
}

const first = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);
