import { once } from "node:events";
import net from "node:net";

/** Stands between clients and a server, so that what passes can be lost and servers exchanged under one address. */
export interface LossyProxy {
  readonly port: number;
  /** Cuts all connections; new ones go to the server on this port. */
  retarget(port: number): void;
  /** From now on each request reaches the server, its answer is dropped, and a moment later the connection is. */
  cutReplies(): void;
  /** From now on nothing passes in either direction, and no connection breaks. */
  swallow(): void;
  /** Cuts every connection that is open; new ones are let through. */
  cutConnections(): void;
  /** What comes from now on passes; connections that have lost something break. */
  heal(): void;
  close(): Promise<void>;
}

export async function startProxy(toPort: number): Promise<LossyProxy> {
  let target = toPort;
  let mode: "through" | "cut replies" | "swallow" = "through";
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .setNoDelay(true)
        .on("error", () => {})
        .once("close", () => sockets.delete(socket));
    }
    client.on("data", (request) => mode !== "swallow" && upstream.write(request));
    upstream.on("data", (answer) => {
      if (mode === "through") client.write(answer);
      // Not at once: the requests that follow are to reach the server, too.
      else if (mode === "cut replies") setTimeout(() => client.destroy(), 50);
    });
    client.once("close", () => upstream.destroy());
    upstream.once("close", () => mode !== "swallow" && client.destroy());
  });
  const cutConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as net.AddressInfo).port,
    retarget(port) {
      target = port;
      cutConnections();
    },
    cutReplies() {
      mode = "cut replies";
    },
    swallow() {
      mode = "swallow";
    },
    cutConnections,
    heal() {
      // A connection that lost bytes in the middle is of no use to either end.
      if (mode === "swallow") cutConnections();
      mode = "through";
    },
    async close() {
      cutConnections();
      server.close();
      await once(server, "close");
    },
  };
}
