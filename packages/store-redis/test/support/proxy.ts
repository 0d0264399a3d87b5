import { once } from "node:events";
import net from "node:net";

/** Stands between clients and a server, so that connections can be cut and servers exchanged under the same address. */
export interface Proxy {
  readonly port: number;
  /** Cuts all connections; new ones go to the server on this port. */
  retarget(port: number): void;
  /** While true each request reaches the server, and its reply is dropped with the connection. */
  cutsReplies: boolean;
  /** Replies dropped so far. */
  readonly cuts: number;
  close(): void;
}

export async function startProxy(targetPort: number): Promise<Proxy> {
  let target = targetPort;
  let cuts = 0;
  const pairs = new Set<readonly [net.Socket, net.Socket]>();
  const server = net.createServer((client) => {
    const upstream = net.connect(target, "127.0.0.1");
    const pair = [client, upstream] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.setNoDelay(true).on("error", end).on("close", end);
    client.on("data", (request) => upstream.write(request));
    upstream.on("data", (reply) => {
      if (!proxy.cutsReplies) return client.write(reply);
      cuts += 1;
      return end();
    });
  });
  const proxy: Proxy = {
    get port() {
      return (server.address() as net.AddressInfo).port;
    },
    get cuts() {
      return cuts;
    },
    cutsReplies: false,
    retarget(port) {
      target = port;
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
    close() {
      server.close();
      proxy.retarget(target);
    },
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return proxy;
}
