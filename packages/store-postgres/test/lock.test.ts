import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type PostgresStore, postgresStore } from "../src/index.js";
import { type Opened, openPool } from "./support/clients.js";
import { codeOf, consume, issue } from "./support/tokens.js";

let opened: Opened;
let store: PostgresStore;
let holder: pg.Client;
beforeAll(async () => {
  opened = await openPool(inject("databaseUrl"));
  store = postgresStore(opened);
  holder = new pg.Client({ connectionString: inject("databaseUrl") });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await opened.end();
});

/** Another transaction holds the record's row until past its deadline, and then takes everything back. */
async function whileHeldPastDeadline<T>(attempt: (id: string) => Promise<T>): Promise<T> {
  const id = await issue(store, { deadlineInMs: 1_500 });
  await holder.query("BEGIN");
  await holder.query(`UPDATE "${opened.schema}".record SET state = state WHERE id = $1`, [id]);
  const answer = attempt(id);
  answer.catch(() => {});
  await sleep(2_000);
  await holder.query("ROLLBACK");
  return answer;
}

test("a token whose lock holder rolls back after the deadline is refused as passed", async () => {
  const swap = await whileHeldPastDeadline((id) => consume(store, id, "a"));
  expect(swap).toMatchObject({ ok: false, why: "deadline", record: { tag: "pending" } });
  expect(swap.record?.nowMs).toBeGreaterThanOrEqual(swap.record?.deadlineMs ?? Number.POSITIVE_INFINITY);
});

test("control: with the clock in WHERE alone that token is consumed past its deadline", async () => {
  const late = await whileHeldPastDeadline((id) =>
    opened.run(
      `UPDATE "${opened.schema}".record SET tag = 'in_flight x' WHERE id = '${id}' AND tag = 'pending'
        AND deadline_ms > floor(extract(epoch FROM clock_timestamp()) * 1000)
        RETURNING floor(extract(epoch FROM clock_timestamp()) * 1000) - deadline_ms AS late_ms`,
    ),
  );
  expect(late).toHaveLength(1);
  expect(Number(late[0]?.late_ms)).toBeGreaterThan(0);
});

/** As if the holder had taken the row in the moment between the look at it and the write. */
const asSeenFree = (id: string) => {
  const { schema } = opened;
  return opened.run(
    `SELECT (s).why FROM (SELECT "${schema}".swap_seen(id, 'pending', 'open', 'same', 'in_flight x', '{}', NULL, 60000,
      true, NULL, true, NULL, true, 'system timeline start', 5000, "${schema}".clock_ms(), history, false, history, deadline_ms,
      payload_until_ms, record_until_ms) AS s FROM "${schema}".record WHERE id = '${id}' OFFSET 0) AS seen`,
  );
};

test("a holder that comes between look and write, and rolls back after the deadline, lets nothing be consumed", async () => {
  let consumed = "";
  const late = whileHeldPastDeadline((id) => {
    consumed = id;
    return asSeenFree(id);
  });
  await expect(late).rejects.toMatchObject({ code: "40001" });
  expect(await store.get(consumed)).toMatchObject({ tag: "pending" });
});

test.each([
  ["its deadline", "deadline_ms = 0", "deadline"],
  ["its history", "history = 'another'", "history"],
  ["its end", "record_until_ms = 0", "absent"],
  ["its tag", "tag = 'other'", "tag"],
])("a holder that comes between look and write, and changes %s, is heard", async (_what, change, why) => {
  const id = await issue(store);
  await holder.query("BEGIN");
  await holder.query(`UPDATE "${opened.schema}".record SET ${change} WHERE id = $1`, [id]);
  const answer = asSeenFree(id);
  await sleep(300);
  await holder.query("COMMIT");
  expect(await answer).toEqual([{ why }]);
});

test("a holder that comes between look and write, and ends the payload, has ended it", async () => {
  const id = await issue(store);
  await holder.query("BEGIN");
  await holder.query(`UPDATE "${opened.schema}".record SET payload_until_ms = 0 WHERE id = $1`, [id]);
  const answer = asSeenFree(id);
  await sleep(300);
  await holder.query("COMMIT");
  expect(await answer).toEqual([{ why: "ok" }]);
  expect(await store.get(id)).toMatchObject({ tag: "in_flight x", body: null });
});

test("a record that another transaction holds for too long is store_unavailable, and nothing of it was written", async () => {
  const impatient = postgresStore({ ...opened, lockTimeoutMs: 50 });
  const id = await issue(impatient);
  await holder.query("BEGIN");
  await holder.query(`UPDATE "${opened.schema}".record SET state = state WHERE id = $1`, [id]);
  const failure = await consume(impatient, id, "a").catch((error: unknown) => error);
  await holder.query("ROLLBACK");
  expect(failure).toMatchObject({ name: "Tier2Error", code: "store_unavailable", cause: { code: "55P03" } });
  expect(await store.get(id)).toMatchObject({ tag: "pending" });
});

test("a lock_timeout that the connection has already is left alone", async () => {
  const strict = await openPool(inject("databaseUrl"), { options: "-c lock_timeout=50ms" });
  const patient = postgresStore({ ...strict, lockTimeoutMs: 60_000 });
  const id = await issue(patient);
  await holder.query("BEGIN");
  await holder.query(`UPDATE "${strict.schema}".record SET state = state WHERE id = $1`, [id]);
  expect(await codeOf(consume(patient, id, "a"))).toBe("store_unavailable");
  await holder.query("ROLLBACK");
  await strict.end();
});

test("a sweep passes by what another transaction holds, and frees it next time", async () => {
  const ids = [await issue(store, { recordForMs: 0 }), await issue(store, { recordForMs: 0 })];
  await holder.query("BEGIN");
  await holder.query(`SELECT 1 FROM "${opened.schema}".record WHERE id = $1 FOR UPDATE`, [ids[0]]);
  expect((await store.sweep({ limit: 100 })).freed).toBe(1);
  await holder.query("ROLLBACK");
  expect((await store.sweep({ limit: 100 })).freed).toBe(1);
});
