import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Store } from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";

/** A store and a count of executions on a loopback URL, for server processes that are restarted. */
export async function outlivingStore() {
  const store: Store = memoryStore();
  let executions = 0;
  let held: Promise<void> | undefined;
  const methods: Record<string, (...args: never[]) => Promise<unknown>> = {
    insert: (id, write) => store.insert(id, write),
    swap: (id, tag, write, condition) => store.swap(id, tag, write, condition),
    get: (id) => store.get(id),
    list: (kind, page) => store.list(kind, page),
    sweep: (page) => store.sweep(page),
    async execute() {
      executions += 1;
      await held;
      return executions;
    },
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method, args } = JSON.parse(body);
    response.end(JSON.stringify((await methods[method]?.(...(args as never[]))) ?? null));
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    executions: () => executions,
    /** Executions answer only after this. */
    hold(until: Promise<void>) {
      held = until;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
