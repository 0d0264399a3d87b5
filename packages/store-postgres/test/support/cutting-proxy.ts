import { once } from "node:events";
import net from "node:net";

/** A TCP proxy on loopback that can lose what goes through it. */
export interface CuttingProxy {
  readonly port: number;
  /** From now on the server's answers are lost; each connection breaks with the first answer that does not come through. */
  cutReplies(): void;
  /** From now on nothing goes through in either direction, and no connection breaks. */
  swallow(): void;
  /** What comes from now on goes through; connections that have lost something break. */
  heal(): void;
  close(): Promise<void>;
}

export async function cuttingProxy(toPort: number): Promise<CuttingProxy> {
  let mode: "through" | "cut replies" | "swallow" = "through";
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(toPort, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    }
    client.on("data", (data) => mode !== "swallow" && upstream.write(data));
    upstream.on("data", (data) => {
      if (mode === "through") client.write(data);
      else if (mode === "cut replies") client.destroy();
    });
    client.once("close", () => upstream.end());
    upstream.once("close", () => mode !== "swallow" && client.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as net.AddressInfo).port,
    cutReplies: () => {
      mode = "cut replies";
    },
    swallow: () => {
      mode = "swallow";
    },
    heal: () => {
      // A connection that lost bytes in the middle is of no use to either end.
      if (mode === "swallow") for (const socket of sockets) socket.destroy();
      mode = "through";
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
