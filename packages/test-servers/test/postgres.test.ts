import { once } from "node:events";
import net from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "../src/index.js";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

/** Does anything accept connections on the server's port? */
async function accepts(): Promise<boolean> {
  const socket = net.connect(server.port, "127.0.0.1");
  const is = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return is;
}

test("a server that was started takes connections on loopback, and nothing is there once it was stopped", async () => {
  expect(await accepts()).toBe(true);
  await server.stop();
  expect(await accepts()).toBe(false);
  await server.start();
  expect(await accepts()).toBe(true);
});

test("a pool that has ended is not cut off by the stop: the error would be thrown where nothing catches it", async () => {
  for (let round = 0; round < 3; round += 1) {
    const pool = new pg.Pool({ connectionString: server.url, max: 20 });
    await Promise.all(Array.from({ length: 20 }, () => pool.query("select pg_sleep(0.05)")));
    await pool.end(); // before its goodbyes have arrived
    await server.stop();
    await server.start();
  }
});

test("a client that stays is cut off by the stop", async () => {
  const client = new pg.Client({ connectionString: server.url });
  const heard: string[] = [];
  client.on("error", (error) => heard.push(error.message));
  await client.connect();
  await server.stop();
  expect(heard[0]).toMatch(/terminating connection/);
  await server.start();
});

test.each(["SIGQUIT", "SIGKILL"] as const)(
  "after a crash by %s it starts again on the same data and port",
  async (signal) => {
    const before = server.pid;
    await server.crash(signal);
    expect(await accepts()).toBe(false);
    await server.start();
    expect(server.pid).not.toBe(before);
    expect(server.log()).toMatch(/not properly shut down|redo|recovery/);
  },
);

test("a setting that Postgres refuses is told with the server's own words", async () => {
  await server.stop();
  await expect(server.start({ shared_buffers: "no size" })).rejects.toThrow(/shared_buffers/);
  await server.start({ shared_buffers: "16MB" });
});
