import { defineTier2Tool, type Tier2Engine } from "@holdpoint/tier2-core";
import { registerTier2Tool } from "@holdpoint/tier2-mcp";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

export interface Registration {
  readonly server: McpServer;
  readonly tier2: Tier2Engine;
  /** Its input schema, or what somebody took for one. */
  readonly input: unknown;
  /** What the handler does, with the params it got. */
  readonly run: (params: unknown) => void;
}

/** What a handler got that is called without params, because its tool has no input schema. */
export const noParams = Symbol("no params");

/** Puts the tool "do_it" on a server. Throws if it cannot be guarded. */
export type Registrar = (registration: Registration) => void;

const shown = { name: "do_it", description: "Does it." };
const preview = () => ({ summary: "Will do it.", preview: {} });

/** Every way in which a tool comes to be guarded. */
export const registrars: Readonly<Record<string, Registrar>> = {
  "a tool of defineTier2Tool": ({ server, tier2, input, run }) => {
    const execute = (params: unknown) => {
      run(params);
      return { message: "Done." };
    };
    const own = input === undefined ? {} : { input: input as never };
    registerTier2Tool(server, tier2, defineTier2Tool({ ...shown, ...own, duplicates: "allow", preview, execute }));
  },
  "a handler written for the SDK": ({ server, tier2, input, run }) => {
    const handler = async (...a: unknown[]) => {
      run(input === undefined ? noParams : a[0]);
      return { content: [] };
    };
    const own = input === undefined ? {} : { inputSchema: input as never };
    const { name, description } = shown;
    const config = { description, ...own, tier2: { duplicates: "allow" as const, preview } };
    registerTier2Tool(server, tier2, name, config, handler as never);
  },
};
