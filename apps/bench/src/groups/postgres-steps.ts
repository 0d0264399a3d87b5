import type { Store } from "@holdpoint/tier2-core";
import type pg from "pg";
import { freshArguments } from "../cycles/job.js";
import { prepared as preparedPlans, storeStep } from "../cycles/store-cycle.js";
import type { StorePlan } from "../cycles/store-plan.js";
import type { Contestant, Goal, Group } from "../harness/group.js";
import { postgresServer } from "./postgres-server.js";

const bareUpdate = `UPDATE holdpoint.record
  SET tag = $2, state = $3, deadline_ms = deadline_ms + $4, payload_until_ms = NULL, record_until_ms = NULL, listed = true
  WHERE id = $1 AND tag = $5 AND deadline_ms > date_part('epoch', clock_timestamp()) * 1000 RETURNING *`;
const bareSelect = "SELECT * FROM holdpoint.record WHERE id = $1";

// An empty function of as many arguments and columns as the store's: what a call costs before anything is done in it.
const emptyFunction = `CREATE FUNCTION holdpoint.bench_empty(text, text, text, text, text, text, text, bigint, boolean, bigint,
    boolean, bigint, boolean, text, integer, boolean, OUT why text, OUT history_current boolean, OUT now_ms bigint, OUT tag text,
    OUT state text, OUT body text, OUT data text, OUT deadline_ms bigint) LANGUAGE plpgsql AS $$ BEGIN why := ''; END $$`;
const emptyCall = `SELECT why, history_current, now_ms::float8 AS now_ms, deadline_ms::float8 AS deadline_ms, tag, state, body,
    data FROM holdpoint.bench_empty($1, $2, 'open', 'same', $3, $4, NULL, $5, false, NULL, false, NULL, true,
    'system timeline start', 5000, false)`;

const operations = (concurrency: number) => (concurrency === 1 ? 500 : 3_000);

/** Like beside like: prepared by name, which is the store's default, and parsed each time, as behind some poolers. */
const likeOverLike = (bare: string): Goal[] =>
  [16, 64].flatMap((concurrency) => [
    { of: "store", over: `${bare}, prepared`, atLeast: 0.85, concurrency },
    { of: "store, prepare: false", over: bare, atLeast: 0.85, concurrency },
  ]);

export const postgresConsume: Group = {
  name: "postgres-consume",
  title: "Postgres: consume",
  operation:
    "One consume of a pending token: one statement, committed to disk, on a pool of ten. The bare UPDATE sets the same columns of the same table and judges nothing again. The empty function writes nothing and commits nothing.",
  operations,
  goals: likeOverLike("bare UPDATE"),
  async open() {
    const { store, pool, close } = await postgresServer();
    await pool().query(emptyFunction);
    const update = ({ id, pending, claim }: StorePlan) => [id, claim.tag, claim.state, claim.deadlineInMs, pending.tag];
    const call = ({ id, pending, claim }: StorePlan) => [id, pending.tag, claim.tag, claim.state, claim.deadlineInMs];
    return {
      contestants: [
        storeStep("store", await store(), "consume"),
        storeStep("store, history unchecked", await store({ history: "unchecked" }), "consume"),
        bareStep("bare UPDATE, prepared", pool(), await store(), false, prepared(bareUpdate, update)),
        bareStep("empty function, prepared", pool(), await store(), false, prepared(emptyCall, call)),
        storeStep("store, prepare: false", await store({ prepare: false }), "consume"),
        bareStep("bare UPDATE", pool(), await store(), false, parsed(bareUpdate, update)),
        bareStep("empty function", pool(), await store(), false, parsed(emptyCall, call)),
      ],
      close,
    };
  },
};

export const postgresReplay: Group = {
  name: "postgres-replay",
  title: "Postgres: replay",
  operation: "One replay of a recorded answer: one statement on a pool of ten. The bare SELECT reads the same row.",
  operations,
  goals: likeOverLike("bare SELECT"),
  async open() {
    const { store, pool, close } = await postgresServer();
    const select = ({ id }: StorePlan) => [id];
    return {
      contestants: [
        storeStep("store", await store(), "replay"),
        bareStep("bare SELECT, prepared", pool(), await store(), true, prepared(bareSelect, select)),
        storeStep("store, prepare: false", await store({ prepare: false }), "replay"),
        bareStep("bare SELECT", pool(), await store(), true, parsed(bareSelect, select)),
      ],
      close,
    };
  },
};

type Step = (client: pg.Pool, plan: StorePlan) => Promise<pg.QueryResult>;
type Values = (plan: StorePlan) => unknown[];

const parsed =
  (text: string, values: Values): Step =>
  (client, plan) =>
    client.query(text, values(plan));

const prepared =
  (text: string, values: Values): Step =>
  (client, plan) =>
    client.query({ name: "bench", text, values: values(plan) });

function bareStep(name: string, client: pg.Pool, store: Store, completed: boolean, step: Step): Contestant {
  const argumentsAt = freshArguments();
  let plans: StorePlan[] = [];
  return {
    name,
    async prepare(count) {
      plans = await preparedPlans(store, count, argumentsAt, completed);
    },
    async run(index) {
      const { rows } = await step(client, plans[index] as StorePlan);
      if (rows.length !== 1) throw new Error(`${name}: ${rows.length} rows`);
    },
  };
}
