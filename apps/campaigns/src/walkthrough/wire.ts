import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/** A stretch of wire between clients and a server: a TCP proxy on the loopback interface. */
export interface Wire {
  readonly url: string;
  /** Every byte that was sent to a client, connection by connection. */
  sentToClients(): Buffer;
  /**
   * Cuts the connection when the answer to the next request with this text in it arrives, so that no byte of it
   * reaches the client. Resolves with the number of bytes that were on their way.
   */
  loseAnswerTo(text: string): Promise<number>;
  close(): Promise<void>;
}

interface Loss {
  readonly text: string;
  readonly lost: (bytes: number) => void;
}

export async function wireTo(serverUrl: string): Promise<Wire> {
  const port = Number(new URL(serverUrl).port);
  const sent: Buffer[][] = [];
  const sockets = new Set<Socket>();
  let loss: Loss | undefined;

  const proxy = createServer((client) => {
    const server = connect(port, "127.0.0.1");
    const toClient: Buffer[] = [];
    let asked = "";
    let losing: Loss | undefined;
    sent.push(toClient);
    const hangUp = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", hangUp).on("close", () => {
        sockets.delete(socket);
        hangUp();
      });
    }
    client.on("data", (bytes) => {
      if (loss !== undefined) {
        asked += bytes.toString("latin1");
        if (asked.includes(loss.text)) [losing, loss] = [loss, undefined];
      }
      server.write(bytes);
    });
    server.on("data", (bytes) => {
      asked = "";
      if (losing !== undefined) {
        losing.lost(bytes.length);
        return hangUp();
      }
      toClient.push(bytes);
      client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    sentToClients: () => Buffer.concat(sent.flat()),
    loseAnswerTo: (text) =>
      new Promise((lost) => {
        loss = { text, lost };
      }),
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
