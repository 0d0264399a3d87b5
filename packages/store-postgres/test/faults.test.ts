import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { postgresStore } from "../src/index.js";
import { type Opened, openPool } from "./support/clients.js";
import { type CuttingProxy, cuttingProxy } from "./support/cutting-proxy.js";
import { codeOf, consume, isMine, issue } from "./support/tokens.js";

const rounds = Number(process.env.HOLDPOINT_FAULT_ROUNDS ?? 25);

let direct: Opened;
let proxy: CuttingProxy;
let proxied: pg.Pool;
beforeAll(async () => {
  const url = new URL(inject("databaseUrl"));
  direct = await openPool(url.href);
  proxy = await cuttingProxy(Number(url.port || 5432));
  url.host = `127.0.0.1:${proxy.port}`;
  proxied = new pg.Pool({ connectionString: url.href, max: 4 }).on("error", () => {});
});
afterAll(async () => {
  await proxied.end();
  await proxy.close();
  await direct.end();
});

test(`${rounds} consumes whose reply is cut off were made, and the same claim recognises each as its own`, async () => {
  const store = postgresStore({ client: proxied, schema: direct.schema });
  for (let round = 0; round < rounds; round += 1) {
    const id = await issue(store);
    proxy.cutReplies();
    expect(await codeOf(consume(store, id, "mine"))).toBe("store_unavailable");
    proxy.heal();
    const rival = await consume(store, id, "rival");
    expect(rival).toMatchObject({ ok: false, why: "tag" });
    expect(isMine(rival, "rival")).toBe(false);
    expect(isMine(await consume(store, id, "mine"), "mine")).toBe(true);
  }
});

test("control: to a consume that knows no claim the cut-off one looks like somebody else's", async () => {
  const store = postgresStore({ client: proxied, schema: direct.schema });
  const id = await issue(store);
  const bare = `UPDATE "${direct.schema}".record SET tag = 'in_flight' WHERE id = $1 AND tag = 'pending'`;
  await proxied.query("SELECT 1"); // the connection is up, so that only the reply is lost
  proxy.cutReplies();
  await expect(proxied.query(bare, [id])).rejects.toThrow();
  proxy.heal();
  expect((await proxied.query(bare, [id])).rowCount).toBe(0);
});

test(`${rounds} times all connections are terminated among consumes: none doubled, none lost`, async () => {
  const client = new pg.Pool({ connectionString: inject("databaseUrl"), max: 4, application_name: "victim" });
  client.on("error", () => {});
  const store = postgresStore({ client, schema: direct.schema });
  let unknown = 0;
  for (let round = 0; round < rounds; round += 1) {
    const id = await issue(postgresStore(direct));
    const attempts = ["a", "b", "c"].map((claim) =>
      consume(store, id, claim).catch(() => {
        unknown += 1;
      }),
    );
    await direct.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'victim'");
    await Promise.all(attempts);
    const winners = [];
    for (const claim of ["a", "b", "c"]) {
      const again = await consume(postgresStore(direct), id, claim);
      if (again.ok || isMine(again, claim)) winners.push(claim);
    }
    expect(winners).toHaveLength(1);
  }
  await client.end();
  expect(unknown).toBeGreaterThan(0);
});

test("an exhausted pool is store_unavailable, and the store answers again once it is free", async () => {
  const client = new pg.Pool({ connectionString: inject("databaseUrl"), max: 1, connectionTimeoutMillis: 2000 });
  const store = postgresStore({ client, schema: direct.schema });
  const id = await issue(store);
  const taken = await client.connect();
  const attempts = await Promise.all(Array.from({ length: 20 }, () => codeOf(consume(store, id, "a"))));
  expect(new Set(attempts)).toEqual(new Set(["store_unavailable"]));
  taken.release();
  expect((await consume(store, id, "a")).ok).toBe(true);
  await client.end();
});

test("no failure carries what was sent: neither tag nor body nor id", async () => {
  const id = await issue(postgresStore(direct), { tag: "secret-tag", body: "secret-body" });
  const store = postgresStore({ ...direct, schema: direct.schema });
  await direct.run(
    `ALTER TABLE "${direct.schema}".record ADD CONSTRAINT refuses CHECK (tag <> 'secret-new') NOT VALID`,
  );
  const write = { tag: "secret-new", state: "secret-state", listed: false };
  const failure = await store
    .swap(id, "secret-tag", write, { deadline: "any", history: "any" })
    .catch((error: unknown) => error);
  await direct.run(`ALTER TABLE "${direct.schema}".record DROP CONSTRAINT refuses`);
  expect(failure).toMatchObject({ code: "store_unavailable", cause: { code: "23514" } });
  const { cause } = failure as { cause: object };
  const told = JSON.stringify([String(failure), String(cause), Object.entries(cause), (cause as Error).stack]);
  expect(told).not.toContain("secret");
  expect(told).not.toContain(id);
});
