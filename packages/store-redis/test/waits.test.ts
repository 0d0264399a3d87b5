// What is believed of replicas, through a real client whose connection is renamed at the worst moments.
import { startRedis, startRedisPair } from "@holdpoint/test-servers";
import type { Swap } from "@holdpoint/tier2-core";
import type { Redis } from "ioredis";
import { afterEach, expect, test } from "vitest";
import { linkOf } from "../src/clients/link-of.js";
import { redisStore } from "../src/index.js";
import { Replicas } from "../src/replicas.js";
import { TimeLimit } from "../src/time-limit.js";
import { ioredis, libraries } from "./support/clients.js";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const record = { id: "c:1", tag: "u", state: "", body: "", data: null, deadlineMs: 0, nowMs: 0, historyCurrent: true };
const accepted: Swap = { ok: true, record };

/** On a pair whose replica has everything; `connections` are told one after the other. */
async function swapWhile(connections: readonly (string | undefined)[], swap = accepted): Promise<Swap> {
  const pair = await startRedisPair({ persistence: "log" });
  ends.push(pair.stop);
  const { client, drop } = await ioredis.standalone(pair.primary.port);
  ends.push(drop);
  const told = [...connections];
  const link = { ...linkOf(client), connection: () => told.shift() };
  const replicas = new Replicas(link, new TimeLimit(60_000), { count: 1, withinMs: 50_000 }, () => {});
  return replicas.swap(async () => swap);
}

test("a swap that the replica has, written and counted on one connection, is believed", async () => {
  expect(await swapWhile(["one", "one"])).toEqual(accepted);
});

test("a swap after which the connection was another is not believed: there every replica counts", async () => {
  expect(await swapWhile(["one", "two"])).toEqual({ ...accepted, replicated: false });
});

test("a swap before which there was no connection is not believed, even if there is none afterwards", async () => {
  expect(await swapWhile([undefined, undefined])).toEqual({ ...accepted, replicated: false });
});

test("a refused swap is never believed: what it shows may stand on the primary alone", async () => {
  const refused: Swap = { ok: false, why: "tag", record };
  expect(await swapWhile(["one", "one"], refused)).toEqual({ ...refused, replicated: false });
});

for (const { name, standalone } of libraries) {
  test(`through ${name} a connection has a name while it stands, and the next one has another`, async () => {
    const server = await startRedis();
    ends.push(server.stop);
    const { client, drop } = await standalone(server.port, {
      retryStrategy: () => 10,
      socket: { port: server.port, host: "127.0.0.1", reconnectStrategy: () => 10 },
    });
    ends.push(drop);
    redisStore({ client, waitForReplicas: { count: 1, withinMs: 1 } });
    const { connection, evalsha } = linkOf(client);
    await evalsha(["0".repeat(40), "0"]).catch(() => {}); // connected
    const first = connection?.();
    expect(first).toBeDefined();
    expect(connection?.()).toBe(first);
    await server.command("CLIENT", "KILL", "TYPE", "normal");
    const next = expect.poll(() => [undefined, first].includes(connection?.() as undefined), { timeout: 60_000 });
    await next.toBe(false);
    await server.crash();
    await expect.poll(() => connection?.(), { timeout: 60_000 }).toBeUndefined();
    (client as Redis).on("error", () => {});
  });
}
