import { Tier2Error } from "@holdpoint/tier2-core";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { getMethodLiteral } from "@modelcontextprotocol/sdk/server/zod-json-schema-compat.js";
import type { Internals } from "./sdk-internals.js";

const guardedMethods: readonly string[] = ["tools/call", "tools/list"];

const bypass = (method: string, problem: string) =>
  new Tier2Error(
    "invalid_setup",
    `The handler of ${method} ${problem} after guardServer, which would take the guard away. Do that before, or ask in \`authorize\`.`,
  );

/**
 * Keeps the handlers of a guarded server in their places, and asks `check` before it connects.
 *
 * @throws Tier2Error `invalid_setup` from then on, where one would be replaced or removed
 */
export function seal({ server }: McpServer, internals: Internals, check: () => void): void {
  const placed = guardedMethods.map((method) => internals.server._requestHandlers.get(method));
  const { setRequestHandler, removeRequestHandler, connect } = server;

  server.setRequestHandler = (schema, handler) => {
    const method = getMethodLiteral(schema);
    if (guardedMethods.includes(method)) throw bypass(method, "was set anew");
    setRequestHandler.call(server, schema, handler as never);
  };
  server.removeRequestHandler = (method) => {
    if (guardedMethods.includes(method)) throw bypass(method, "was removed");
    removeRequestHandler.call(server, method);
  };
  server.connect = async (transport) => {
    const changed = guardedMethods.find(
      (method, index) => internals.server._requestHandlers.get(method) !== placed[index],
    );
    if (changed !== undefined) throw bypass(changed, "was replaced");
    check();
    await connect.call(server, transport);
  };
}
