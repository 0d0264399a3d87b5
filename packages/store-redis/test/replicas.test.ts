import { type RedisPair, startRedisCluster, startRedisPair } from "@holdpoint/test-servers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { redisStore } from "../src/index.js";
import { ioredis, libraries, type TestClient } from "./support/clients.js";
import { actorOn, Ledger } from "./support/operations.js";
import { startProxy } from "./support/proxy.js";
import { reconnecting } from "./support/reconnecting.js";

let pair: RedisPair;
const connections: TestClient[] = [];
beforeAll(async () => {
  pair = await startRedisPair({ persistence: "log" });
});
afterAll(async () => {
  for (const { drop } of connections) drop();
  await pair.stop();
});

const waitForReplicas = { count: 1, withinMs: 200 };
/** For what replicas do have: it comes when they say so, however busy the machine is. */
const patient = { waitForReplicas: { count: 1, withinMs: 4_000 }, commandTimeoutMs: 4_500 };

for (const { name, standalone } of libraries) {
  test(`through ${name} a claim that no replica has is not acted on, and ends not executed`, async () => {
    const connection = await standalone(pair.primary.port);
    connections.push(connection);
    const ledger = new Ledger();
    ledger.release();
    const sure = actorOn(redisStore({ client: connection.client, ...patient }), ledger);
    expect((await sure.confirm(1, await sure.issue(1))).status).toBe("ok");
    const actor = actorOn(redisStore({ client: connection.client, waitForReplicas }), ledger);
    const unlucky = await actor.issue(2);
    pair.replica.pause();
    const refused = await actor.confirm(2, unlucky);
    pair.replica.resume();
    expect(refused.body).toMatchObject({ reason: "not_executed", detail: "not_replicated" });
    expect(ledger.starts.has(2)).toBe(false);
    expect(await actor.confirm(2, unlucky)).toMatchObject({ replayed: true, body: { reason: "not_executed" } });
  });
}

test("a claim whose own reply was lost is asked about by a renewal that replicas must have", async () => {
  const proxy = await startProxy(pair.primary.port);
  const client = reconnecting(proxy.port);
  const store = redisStore({ client, ...patient });
  const ledger = new Ledger();
  ledger.release();
  const actor = actorOn(store, ledger);
  expect((await actor.confirm(1, await actor.issue(1))).status).toBe("ok");
  const [well, unlucky] = [await actor.issue(2), await actor.issue(3)];
  proxy.cutsReplies = true;
  await Promise.all([actor.attempt(2, well), actor.attempt(3, unlucky)]);
  proxy.cutsReplies = false;
  expect((await actor.confirm(2, well)).status).toBe("ok");
  pair.replica.pause();
  expect((await actor.confirm(3, unlucky)).body).toMatchObject({ detail: "not_replicated" });
  pair.replica.resume();
  client.disconnect();
  proxy.close();
});

test("without the option a claim that no replica has is acted on", async () => {
  const connection = await ioredis.standalone(pair.primary.port);
  connections.push(connection);
  const ledger = new Ledger();
  ledger.release();
  const actor = actorOn(redisStore({ client: connection.client }), ledger);
  const token = await actor.issue(1);
  pair.replica.pause();
  expect((await actor.confirm(1, token)).status).toBe("ok");
  pair.replica.resume();
});

test("a client with several connections cannot wait for replicas", async () => {
  const cluster = await startRedisCluster();
  for (const library of libraries) {
    const { client, drop } = await library.cluster(cluster);
    expect(() => redisStore({ client, waitForReplicas })).toThrow(/one server/);
    drop();
  }
  await cluster.stop();
});
