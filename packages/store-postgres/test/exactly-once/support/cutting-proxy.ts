import net from "node:net";

export interface CuttingProxy {
  readonly url: string;
  /** The next commit does not reach the server, or its answer does not reach the client; the connection breaks. */
  cut(what: "the commit" | "its answer"): void;
  close(): Promise<void>;
}

/** Clients write it in either case, with or without a semicolon; a statement ends with a NUL on the wire. */
const isCommit = (data: Buffer) => /\bcommit;?\0/i.test(data.toString("latin1"));

/** Stands between a client and a server, and can break the one connection that commits at the moment it does. */
export async function cuttingProxy(serverUrl: string): Promise<CuttingProxy> {
  const target = new URL(serverUrl);
  let armed: "the commit" | "its answer" | undefined;
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(target.port), target.hostname);
    const breakOff = () => {
      client.destroy();
      upstream.destroy();
    };
    let isCutting = false;
    client.on("data", (data) => {
      if (armed !== undefined && isCommit(data)) {
        const what = armed;
        armed = undefined;
        if (what === "the commit") return breakOff();
        isCutting = true;
      }
      return upstream.write(data);
    });
    upstream.on("data", (data) => (isCutting ? breakOff() : client.write(data)));
    for (const socket of [client, upstream]) socket.on("error", breakOff).on("close", breakOff);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(serverUrl);
  url.port = String((server.address() as net.AddressInfo).port);
  return {
    url: url.href,
    cut: (what) => {
      armed = what;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
