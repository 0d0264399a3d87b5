import type { AddressInfo, Server, Socket } from "node:net";

/** Listens on a free port of 127.0.0.1, which nobody else can reach; `close` ends its connections too. */
export async function listen(server: Server): Promise<{ readonly port: number; close(): Promise<void> }> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.on("error", () => {}); // the other side ended it, which it may
    socket.once("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
