import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CuttingProxy {
  port: number;
  /** Cuts the next connection that carries a confirm call, when `after` stands in what comes back, and before it passes. */
  cutNextConfirm(after: string): void;
  /** How many connections were cut so far. */
  readonly cuts: number;
  close(): Promise<void>;
}

/** A proxy on loopback that can lose the response of a request that has arrived. */
export async function cuttingProxy(targetPort: number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let cutAfter: string | undefined;
  let cuts = 0;

  const server = createServer((client) => {
    const upstream = connect(targetPort, "127.0.0.1");
    let doomedAfter: string | undefined;
    let answered = "";
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (chunk) => {
      if (cutAfter !== undefined && chunk.includes('"confirm_token"')) {
        doomedAfter = cutAfter;
        cutAfter = undefined;
      }
      upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      if (doomedAfter === undefined) return void client.write(chunk);
      answered += chunk.toString("latin1");
      if (!answered.includes(doomedAfter)) return;
      cuts += 1;
      client.destroy();
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));

  return {
    port: (server.address() as AddressInfo).port,
    cutNextConfirm(after) {
      cutAfter = after;
    },
    get cuts() {
      return cuts;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
