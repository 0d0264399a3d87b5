import { errorMonitor } from "node:events";

interface Emitter {
  on(event: symbol, listener: (error: unknown) => void): unknown;
}

interface LastError {
  sentence: string;
  atMs: number;
}

/** One listener for each client, however many stores share it; it tells nobody that errors are looked after. */
const watched = new WeakMap<object, { last: LastError | undefined }>();

/** An older one says nothing about a command of now: clients try again within seconds. */
const recentMs = 10_000;

/** The client's last connection error if it is a recent one: commands wait for a connection, and hide why there is none. */
export function lastErrorOf(client: object): () => string | undefined {
  const found = watched.get(client) ?? watch(client);
  return () => (found.last && performance.now() - found.last.atMs < recentMs ? found.last.sentence : undefined);
}

function watch(client: object): { last: LastError | undefined } {
  const found: { last: LastError | undefined } = { last: undefined };
  watched.set(client, found);
  if (typeof (client as Partial<Emitter>).on !== "function") return found;
  (client as Emitter).on(errorMonitor, (error) => {
    found.last = { sentence: sentenceOf(error), atMs: performance.now() };
  });
  return found;
}

/** A Cluster client's error holds that of the node; Node's own, for a name with several addresses, has no message. */
function sentenceOf(error: unknown): string {
  const { lastNodeError, message, code } = error as { lastNodeError?: unknown; message?: string; code?: string };
  return lastNodeError ? sentenceOf(lastNodeError) : message || code || String(error);
}
