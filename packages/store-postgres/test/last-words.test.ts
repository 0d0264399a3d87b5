import { once } from "node:events";
import net from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { postgresStore } from "../src/index.js";
import { type Opened, openPool } from "./support/clients.js";
import { codeOf, issue } from "./support/tokens.js";

/** What the server says as it ends a connection: FATAL 57P01. */
const fields = Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0");
const lastWords = Buffer.concat([Buffer.from("E"), Buffer.alloc(4), fields]);
lastWords.writeInt32BE(4 + fields.length, 1);
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

let direct: Opened;
let proxy: net.Server;
beforeAll(async () => {
  direct = await openPool(inject("databaseUrl"));
  const { port } = new URL(inject("databaseUrl"));
  // In the very packet in which a connection gets ready, it is ended.
  proxy = net.createServer((client) => {
    const upstream = net.connect(Number(port || 5432), "127.0.0.1");
    for (const socket of [client, upstream]) socket.on("error", () => {});
    client.pipe(upstream);
    upstream.on("data", (data) => {
      if (data.includes(ready)) client.end(Buffer.concat([data, lastWords]));
      else client.write(data);
    });
    client.once("close", () => upstream.destroy());
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  proxy.close();
  await direct.end();
});

test("a connection that the server ends as the pool hands it out is store_unavailable, and nothing ends the process", async () => {
  const url = new URL(inject("databaseUrl"));
  url.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
  const client = new pg.Pool({ connectionString: url.href, max: 2 }).on("error", () => {});
  const uncaught: unknown[] = [];
  const onUncaught = (error: unknown) => uncaught.push(error);
  process.on("uncaughtException", onUncaught);
  const store = postgresStore({ client, schema: direct.schema });
  const id = await issue(postgresStore(direct));
  for (let round = 0; round < 5; round += 1) expect(await codeOf(store.get(id))).toBe("store_unavailable");
  await new Promise((resolve) => setImmediate(resolve));
  process.off("uncaughtException", onUncaught);
  expect(uncaught).toEqual([]);
  await client.end();
});
