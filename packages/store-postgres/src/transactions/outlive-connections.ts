/**
 * A connection that a mapper took from the pool has nobody who listens when the server ends it between two statements, as
 * it does when a handler idles for too long. That would end the process.
 */
export function outliveConnections(client: object): void {
  if (listening.has(client) || !("totalCount" in client && "on" in client)) return;
  listening.add(client);
  (client as Pool).on("acquire", (connection) => {
    if (listening.has(connection)) return;
    listening.add(connection);
    connection.on("error", () => {});
  });
}

interface Pool {
  on(event: "acquire", listener: (connection: { on(event: "error", listener: () => void): unknown }) => void): unknown;
}

const listening = new WeakSet<object>();
