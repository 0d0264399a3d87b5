import type { Tier2Options } from "@holdpoint/tier2-core";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult, ServerCapabilities, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import { expect } from "vitest";
import { guardServer, type ToolSchema } from "../../src/index.js";
import { engine } from "./engine.js";

export const preview = () => ({ summary: "Will drop.", preview: {} });

export interface Config {
  title?: string;
  description?: string;
  inputSchema?: ToolSchema;
  outputSchema?: ToolSchema;
  annotations?: ToolAnnotations;
}

/** What a tool was called with. */
export type Runs = unknown[][];

/** Registers a tool with the SDK and nothing else; what its handler got is in `runs`. */
export function addTool(server: McpServer, name: string, config: Config = {}, result: unknown = dropped) {
  const runs: Runs = [];
  const handler = async (...args: unknown[]) => {
    runs.push(args);
    if (result instanceof Error) throw result;
    return result as CallToolResult;
  };
  const registered = server.registerTool(name, { description: "Drops.", ...config }, handler as never);
  return { registered, runs };
}

export const dropped = { content: [{ type: "text", text: "dropped" }] };

interface Given extends Partial<Options> {
  result?: unknown;
  guard?: object;
  capabilities?: ServerCapabilities;
}
type Options = Parameters<typeof guardServer>[2];

/** A server whose only tool "drop" was there before it was guarded. */
export function guardedDrop(
  config: Config = {},
  { result, guard, capabilities = {}, ...options }: Given = {},
  engineOptions: Partial<Tier2Options> = {},
) {
  const server = new McpServer({ name: "foos", version: "1.0.0" }, { capabilities });
  const { tier2, events } = engine(engineOptions);
  const { registered, runs } = addTool(server, "drop", config, result);
  guardServer(server, tier2, { tools: { drop: { preview, ...guard } }, others: "refuse", ...options } as Options);
  return { server, tier2, events, registered, runs };
}

/** Matches a set-up error with this message. */
export const invalidSetup = (message: RegExp) =>
  expect.objectContaining({ name: "Tier2Error", code: "invalid_setup", message: expect.stringMatching(message) });
