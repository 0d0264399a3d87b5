import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { CannotStart } from "./cannot-start.js";

const loopback = "127.0.0.1";

export interface Listening {
  readonly url: string;
  /**
   * Takes no new connection and waits for the answers under way: as long as `drained` is not there, and a moment
   * more for what is still on its way to a client.
   */
  close(drained: Promise<void>): Promise<void>;
}

const graceMs = 1000;
/** Longer than clients keep an idle connection, so that no request meets one that is just being closed. */
const keepAliveMs = 65_000;

/** A thousand clients may come at once; the default of 511 resets some of them on a busy machine. */
const backlog = 2048;

/** Listens on loopback alone. @throws CannotStart when the port cannot be had */
export async function listen(handler: RequestListener, port: number): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: keepAliveMs }, handler);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explained(error, port)));
    server.listen({ port, host: loopback, backlog }, resolve);
  });
  const url = `http://${loopback}:${(server.address() as AddressInfo).port}`;

  async function close(drained: Promise<void>): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await drained;
    const force = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(force);
  }
  return { url, close };
}

function explained(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EADDRINUSE") {
    return new CannotStart(`Port ${port} is taken. Choose another one with --port, or any free one with --port 0.`);
  }
  if (error.code === "EACCES")
    return new CannotStart(`Port ${port} may not be used by this user. Choose one above 1023.`);
  return error;
}
