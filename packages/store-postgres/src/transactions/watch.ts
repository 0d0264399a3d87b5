import { AsyncLocalStorage } from "node:async_hooks";
import { Tier2Error } from "@holdpoint/tier2-core";

/** Set while a handler runs, for whatever it calls and awaits. */
const handling = new AsyncLocalStorage<boolean>();

const watched = new WeakSet<object>();

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** What takes a connection, or waits for the only one: of a pg Pool, a PGlite. The `sql` of postgres cannot be watched. */
const methodsOf = (client: object): readonly string[] =>
  "totalCount" in client ? ["connect"] : "transaction" in client ? ["query", "exec", "sql", "transaction"] : [];

/**
 * From now on the client refuses whoever calls it out of a handler that has a transaction: that statement would not be
 * undone by a rollback, and may wait for ever for what the transaction holds.
 */
export function watch(client: object): void {
  if (watched.has(client)) return;
  watched.add(client);
  const methods = client as Record<string, Method>;
  for (const name of methodsOf(client)) {
    const method = methods[name];
    if (typeof method !== "function") continue;
    methods[name] = function (...args) {
      if (handling.getStore() !== true) return method.apply(this, args);
      const callback = args.findLast((arg) => typeof arg === "function");
      if (name !== "connect" || callback === undefined) return Promise.reject(secondClient());
      return queueMicrotask(() => (callback as (error: Error) => void)(secondClient()));
    };
  }
}

/** Runs a handler, and knows the calls that come out of it. */
export const asHandler = <T>(run: () => Promise<T>): Promise<T> => handling.run(true, run);

const secondClient = () =>
  new Tier2Error(
    "invalid_setup",
    "A handler with a transaction used its client outside of it. Use `ctx.tx` alone: nothing else is rolled back with it.",
  );
