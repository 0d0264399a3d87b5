import { setTimeout as sleep } from "node:timers/promises";
import { type PostgresServer, startPostgres, startStandby } from "@holdpoint/test-servers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listenForWarnings, postgresStore } from "../src/index.js";
import { type Opened, openPool, openPostgresJs } from "./support/clients.js";
import { type CuttingProxy, cuttingProxy } from "./support/cutting-proxy.js";
import { codeOf, consume, issue } from "./support/tokens.js";

let primary: PostgresServer;
let standby: PostgresServer;
/** The stream of changes from the primary to the standby goes through here. */
let stream: CuttingProxy;
let first: Opened;
let second: Opened;

beforeEach(async () => {
  primary = await startPostgres();
  stream = await cuttingProxy(primary.port);
  standby = await startStandby(primary, { followsPort: stream.port });
  first = await openPool(primary.url);
  second = await openPool(standby.url, {}, first.schema);
});
afterEach(async () => {
  await Promise.all([first.end(), second.end()]);
  await stream.close();
  await Promise.all([primary.remove(), standby.remove()]);
});

async function until(what: () => Promise<boolean>): Promise<void> {
  while (!(await what().catch(() => false))) await sleep(50);
}

/** The standby has all that the primary has written so far. */
async function caughtUp(): Promise<void> {
  const [row] = await first.run("SELECT pg_current_wal_flush_lsn()::text AS lsn");
  await until(async () => {
    const [there] = await second.run(`SELECT pg_last_wal_replay_lsn() >= '${row?.lsn}'::pg_lsn AS has`);
    return there?.has === true;
  });
}

/** The primary consumes, its standby never hears of it, the primary is gone, the standby takes over. */
async function consumeThenLose(id: string, history?: "unchecked"): Promise<void> {
  await caughtUp();
  stream.swallow();
  expect((await consume(postgresStore({ ...first, ...(history && { history }) }), id, "a")).ok).toBe(true);
  await primary.crash();
  await second.run("SELECT pg_promote(true, 60)");
}

test("a consume that a promotion lost is not consumed again: its history has changed", async () => {
  const id = await issue(postgresStore(first));
  await consumeThenLose(id);
  expect(await consume(postgresStore(second), id, "b")).toMatchObject({
    ok: false,
    why: "history",
    record: { tag: "pending", historyCurrent: false },
  });
  const lasting = postgresStore({ ...second, history: ["system", "timeline"] });
  expect(await consume(lasting, id, "b")).toMatchObject({ ok: false, why: "history" });
});

test("control: without the history it is consumed again", async () => {
  const id = await issue(postgresStore({ ...first, history: "unchecked" }));
  await consumeThenLose(id, "unchecked");
  expect((await consume(postgresStore({ ...second, history: "unchecked" }), id, "b")).ok).toBe(true);
});

test("a standby is refused, at start and by every method", async () => {
  await caughtUp();
  const store = postgresStore(second);
  await expect(store.checkSetup()).rejects.toMatchObject({ code: "invalid_setup", message: /replica/ });
  for (const answer of [store.get("c:1"), store.list("c:", { limit: 1 }), store.sweep({ limit: 1 })]) {
    await expect(answer).rejects.toMatchObject({ code: "store_unavailable", message: /replica/ });
  }
});

/** A synchronous standby that hears nothing, so that each commit waits for it until somebody cancels the wait. */
async function withDeafStandby(): Promise<void> {
  await first.run("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await first.run("SELECT pg_reload_conf()");
  await until(
    async () => (await first.run("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).length === 1,
  );
  await caughtUp();
}

const cancelWaits = () =>
  first.run("SELECT pg_cancel_backend(pid) AS done FROM pg_stat_activity WHERE wait_event = 'SyncRep'");

test.each(["pg", "postgres"] as const)(
  "through %s a consume whose wait for the standby is cancelled is no consume, nor is its repetition, until the standby has it",
  async (kind) => {
    await withDeafStandby();
    const warnings = listenForWarnings();
    const js = await openPostgresJs(primary.url, { onnotice: warnings.onnotice }, first.schema);
    const store = kind === "pg" ? postgresStore(first) : postgresStore({ ...js, warnings });
    const id = await issue(store);
    stream.swallow();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const answer = codeOf(consume(store, id, "a"));
      await until(async () => (await cancelWaits()).length > 0);
      expect(await answer).toBe("store_unavailable");
    }
    stream.heal();
    await until(async () => (await consume(store, id, "a")).record?.tag === "in_flight a");
    await js.end();
  },
);

test("what a transaction only reads of an unconfirmed consume is as little confirmed, until the standby has it", async () => {
  await withDeafStandby();
  const store = postgresStore(first);
  const id = await issue(store);
  stream.swallow();
  const consumed = codeOf(consume(store, id, "a"));
  await until(async () => (await cancelWaits()).length > 0);
  expect(await consumed).toBe("store_unavailable");
  const limits = { lockTimeoutMs: 5_000, idleTimeoutMs: 60_000 };
  let told: string | undefined;
  const answer = codeOf(store.transaction((joined) => consume(joined.store, id, "b"), limits)).then((code) => {
    told = code;
  });
  await until(async () => told !== undefined || (await cancelWaits()).length > 0);
  await answer;
  expect(told).toBe("01000");
  stream.heal();
});

test("a client of postgres that shows nobody its warnings is refused where there are synchronous standbys", async () => {
  await withDeafStandby();
  const js = await openPostgresJs(primary.url, { onnotice: () => {} }, first.schema);
  await expect(postgresStore(js).checkSetup()).rejects.toMatchObject({
    code: "invalid_setup",
    message: /listenForWarnings/,
  });
  await expect(postgresStore({ ...js, warnings: listenForWarnings() }).checkSetup()).resolves.toBeUndefined();
  await js.end();
});
