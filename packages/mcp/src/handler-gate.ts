import type { RegisteredTool } from "@modelcontextprotocol/sdk/server/mcp.js";

interface Kept {
  handler: unknown;
}

/** The handlers behind the gates, which nothing but the engine gets at. */
const kept = new WeakMap<RegisteredTool, Kept>();

/** The handler that a tool was given, last by registration, `update` or assignment. */
export const ownHandler = (registered: RegisteredTool): unknown => (kept.get(registered) ?? registered).handler;

/**
 * Puts a gate in the place of a registered tool's handler: whoever calls that, be it the SDK's own dispatching under
 * another name, runs it only if `refusal` has nothing to say then. A handler set later comes behind the same gate.
 */
export function gateHandler(registered: RegisteredTool, refusal: () => Error | undefined): void {
  if (kept.has(registered)) return;
  const own: Kept = { handler: registered.handler };
  kept.set(registered, own);
  const gate = (...args: unknown[]): unknown => {
    const refused = refusal();
    if (refused !== undefined) throw refused;
    return (own.handler as (...args: unknown[]) => unknown)(...args);
  };
  Object.defineProperty(registered, "handler", {
    enumerable: true,
    // A task's handler is an object of functions: told apart by looking, so it is the gate that stands there if it may not run.
    get: () => (typeof own.handler === "function" || refusal() !== undefined ? gate : own.handler),
    set(handler: unknown) {
      own.handler = handler;
    },
  });
}
