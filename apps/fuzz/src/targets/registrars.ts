import { defineTier2Tool, type Tier2Engine, Tier2Error } from "@holdpoint/tier2-core";
import { guardServer, registerTier2Tool } from "@holdpoint/tier2-mcp";
import type { McpServer, RegisteredTool } from "@modelcontextprotocol/sdk/server/mcp.js";

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
    const { name, description } = shown;
    const own = input === undefined ? {} : { inputSchema: input as never };
    const config = { description, ...own, tier2: { duplicates: "allow" as const, preview } };
    registerTier2Tool(server, tier2, name, config, handlerOf(input, run) as never);
  },
  "guardServer after the tool": (registration) => {
    const registered = unguarded(registration);
    try {
      guard(registration);
    } catch (error) {
      registered.remove(); // its author's server does not start
      throw error;
    }
  },
  "guardServer before the tool": (registration) => {
    guard(registration);
    unguarded(registration);
  },
};

const guard = ({ server, tier2 }: Registration): void =>
  guardServer(server, tier2, { tools: { do_it: { duplicates: "allow", preview } }, others: 1, later: ["do_it"] });

/** As the SDK registers it. What the SDK does not take is refused too. */
function unguarded({ server, input, run }: Registration): RegisteredTool {
  const { name, description } = shown;
  const own = input === undefined ? {} : { inputSchema: input as never };
  try {
    return server.registerTool(name, { description, ...own }, handlerOf(input, run) as never);
  } catch (cause) {
    if (cause instanceof Tier2Error) throw cause;
    throw new Tier2Error("invalid_setup", "The SDK does not register it.", { cause });
  }
}

const handlerOf = (input: unknown, run: Registration["run"]) => {
  return async (...a: unknown[]) => {
    run(input === undefined ? noParams : a[0]);
    return { content: [] };
  };
};
