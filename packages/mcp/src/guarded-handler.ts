/** Handlers that go through an engine by themselves. By a registered symbol, for programs with two copies of this package. */
const key = Symbol.for("holdpoint.guarded-handler");

export function markGuarded<Handler extends object>(handler: Handler): Handler {
  return Object.defineProperty(handler, key, { value: true });
}

export const isGuarded = (handler: unknown): boolean => typeof handler === "function" && key in handler;
