import { type Tier2Engine, Tier2Error } from "@holdpoint/tier2-core";
import type { McpServer, RegisteredTool } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Guard } from "./guard.js";
import { guardCalls, report } from "./guard-calls.js";
import { guardList } from "./guard-list.js";
import { gateHandler } from "./handler-gate.js";
import type { Identify } from "./identify.js";
import { policyOf } from "./policy.js";
import { type Internals, internalsOf, onRegistered, type RequestHandler } from "./sdk-internals.js";
import { seal } from "./seal.js";
import { messageOf } from "./setup-error.js";
import type { ToolParams, ToolSchema } from "./tool-schema.js";
import { ToolTable } from "./tool-table.js";

/** By a tool's name: its guard, or 1 for one that runs at once. `input`, the schema that the tool has, types the params. */
export type GuardedTools<Inputs extends Record<string, undefined | ToolSchema>> = {
  [Name in keyof Inputs]: 1 | (Guard<ToolParams<Inputs[Name]>> & { input?: Inputs[Name] });
};

export interface GuardServerOptions<Inputs extends Record<string, undefined | ToolSchema>> extends Identify {
  tools: GuardedTools<Inputs>;
  /** What happens to tools that are not named: 1, they run at once; `"refuse"`, they are neither listed nor run. */
  others: 1 | "refuse";
  /** Names in `tools` that may be registered after the server has connected. All others must be there by then. */
  later?: readonly (keyof Inputs & string)[];
}

/** By a registered symbol, for programs with two copies of this package. */
const guardedKey = Symbol.for("holdpoint.guarded-server");

/**
 * Guards the tools of a server that you have already, by their names: those registered so far and those to come. Their
 * own schemas validate, their own handlers execute, at most once per confirmation.
 *
 * Call it before `connect`, which rejects if a named tool is not there. From then on whatever would leave a tool
 * unguarded throws where it is done: a registration or an update that cannot be guarded, a handler of tools/call set anew.
 *
 * @throws Tier2Error `invalid_setup` or `level_unavailable`, naming the tool
 */
export function guardServer<Inputs extends Record<string, undefined | ToolSchema>>(
  server: McpServer,
  tier2: Tier2Engine,
  options: GuardServerOptions<Inputs>,
): void {
  const { tools, others, later, requester } = policyOf(options);
  const internals = internalsOf(server);
  demandUnguarded(server);
  const previous = handlersOf(internals);
  const table = new ToolTable(tier2, internals, { tools, others });

  const already = Object.entries(internals._registeredTools);
  for (const [name, registered] of already) table.check(name, registered);
  for (const [, registered] of already) keep(server, table, registered);
  onRegistered(internals, (name, registered) => {
    table.check(name, registered);
    keep(server, table, registered);
  });

  const { call, list } = previous;
  const guarding = { server, internals, tier2, table, previous: call, ...(requester && { requester }) };
  server.server.setRequestHandler(CallToolRequestSchema, guardCalls(guarding));
  server.server.setRequestHandler(ListToolsRequestSchema, guardList(server, table, list) as never);
  seal(server, internals, () => demandPresent(table.missing().filter((name) => !later.includes(name))));
  Object.defineProperty(server.server, guardedKey, { value: true });
}

/** Every tool, named or not: any may be given a guarded name later, and be called past it. */
function keep(server: McpServer, table: ToolTable, registered: RegisteredTool): void {
  gateHandler(registered, () => {
    const refusal = table.refusal(registered);
    if (refusal !== undefined) report(server, refusal);
    return refusal;
  });
  const { update } = registered;
  registered.update = (changes) => {
    table.checkUpdate(registered, changes);
    update(changes);
  };
}

function demandUnguarded(server: McpServer): void {
  if (guardedKey in server.server) {
    throw new Tier2Error("invalid_setup", "This server is guarded already. Name all of its tools in one guardServer.");
  }
  if (server.isConnected()) {
    throw new Tier2Error("invalid_setup", "This server is connected already. Call guardServer before connect.");
  }
}

/** The handlers of the tools, made now if there has been no tool yet. */
function handlersOf(internals: Internals): { call: RequestHandler; list: RequestHandler } {
  try {
    internals.setToolRequestHandlers();
  } catch (cause) {
    throw new Tier2Error(
      "invalid_setup",
      `This server answers tools/call or tools/list with a handler of its own, past McpServer's tools, so none could be guarded: ${messageOf(cause)}`,
      { cause },
    );
  }
  const { _requestHandlers: handlers } = internals.server;
  const [call, list] = [handlers.get("tools/call"), handlers.get("tools/list")];
  if (call !== undefined && list !== undefined) return { call, list };
  throw new Tier2Error("invalid_setup", "The handlers of this server's tools were removed, so none could be guarded.");
}

function demandPresent(missing: readonly string[]): void {
  if (missing.length === 0) return;
  const names = missing.map((name) => JSON.stringify(name)).join(", ");
  throw new Tier2Error(
    "invalid_setup",
    `guardServer names tools that the server does not have: ${names}. Correct the names, or put them into \`later\`.`,
  );
}
