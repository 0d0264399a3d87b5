import { type PostgresServer, startPostgres } from "@holdpoint/test-servers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postgresStore } from "../src/index.js";
import { type Opened, openPool } from "./support/clients.js";
import { claimed, codeOf, consume, issue, pending } from "./support/tokens.js";

const rounds = Number(process.env.HOLDPOINT_CRASH_ROUNDS ?? 3);

let server: PostgresServer;
let opened: Opened;
beforeAll(async () => {
  // A server that was told to acknowledge commits before they are safe, with the longest delay there is.
  server = await startPostgres({ settings: { synchronous_commit: "off", wal_writer_delay: "10s" } });
  opened = await openPool(server.url);
});
afterAll(async () => {
  await opened.end();
  await server.remove();
});

async function crashAndStart(): Promise<void> {
  await server.crash();
  await server.start();
}

test(`${rounds} consumes acknowledged before a crash are there after it, though synchronous_commit is off`, async () => {
  const store = postgresStore({ ...opened, history: "unchecked" });
  for (let round = 0; round < rounds; round += 1) {
    const id = await issue(store);
    expect((await consume(store, id, "a")).ok).toBe(true);
    await crashAndStart();
    expect(await consume(store, id, "b")).toMatchObject({ ok: false, why: "tag", record: { tag: "in_flight a" } });
  }
});

test("control: an update that takes the server's synchronous_commit as it is is consumed twice", async () => {
  const store = postgresStore({ ...opened, history: "unchecked" });
  const bare = (id: string, claim: string) =>
    opened.run(
      `UPDATE "${opened.schema}".record SET tag = '${claimed(claim).tag}' WHERE id = '${id}' AND tag = 'pending' RETURNING 1`,
    );
  const id = await issue(store);
  expect(await bare(id, "a")).toHaveLength(1);
  await crashAndStart();
  expect(await bare(id, "b")).toHaveLength(1);
});

test("a token from before a crash is refused for its history, and one from after it is good", async () => {
  const store = postgresStore(opened);
  const id = await issue(store);
  await crashAndStart();
  expect(await consume(store, id, "a")).toMatchObject({
    ok: false,
    why: "history",
    record: { tag: "pending", historyCurrent: false },
  });
  expect((await consume(store, await issue(store), "a")).ok).toBe(true);
});

test("a clean restart is a false alarm of the whole history, and none where `start` is left out", async () => {
  const whole = postgresStore(opened);
  const id = await issue(whole);
  const lasting = postgresStore({ ...opened, history: ["system", "timeline"] });
  const lastingId = await issue(lasting);
  await server.stop();
  await server.start();
  expect(await consume(whole, id, "a")).toMatchObject({ ok: false, why: "history" });
  expect((await consume(lasting, lastingId, "a")).ok).toBe(true);
});

test("a store whose server is gone says so, and answers again once the server is back", async () => {
  const store = postgresStore(opened);
  const id = await issue(store);
  await server.stop();
  const failure = await store.get(id).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: "store_unavailable",
    message: expect.stringMatching(/nothing listens|connection/),
  });
  await server.start();
  expect(await store.get(id)).toMatchObject({ tag: "pending" });
});

test("a server that was made read-only is store_unavailable and says so", async () => {
  const store = postgresStore(opened);
  await store.checkSetup();
  await server.stop();
  await server.start({ default_transaction_read_only: "on" });
  await expect(store.insert("c:1", pending())).rejects.toThrow(/read-only/);
  await server.stop();
  await server.start({ default_transaction_read_only: "off" });
  expect(await codeOf(store.insert("c:1", pending()))).toBe("");
});
