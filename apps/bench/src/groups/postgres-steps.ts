import type { Store } from "@holdpoint/tier2-core";
import type pg from "pg";
import { freshArguments } from "../cycles/job.js";
import { prepared, storeStep } from "../cycles/store-cycle.js";
import type { StorePlan } from "../cycles/store-plan.js";
import type { Contestant, Group } from "../harness/group.js";
import { postgresServer } from "./postgres-server.js";

const bareUpdate = `UPDATE holdpoint.record
  SET tag = $2, state = $3, deadline_ms = deadline_ms + $4, payload_until_ms = NULL, record_until_ms = NULL, listed = true
  WHERE id = $1 AND tag = $5 AND deadline_ms > date_part('epoch', clock_timestamp()) * 1000 RETURNING *`;
const bareSelect = "SELECT * FROM holdpoint.record WHERE id = $1";

const operations = (concurrency: number) => (concurrency === 1 ? 500 : 3_000);

export const postgresConsume: Group = {
  name: "postgres-consume",
  title: "Postgres: consume",
  operation:
    "One consume of a pending token: one statement, committed to disk, on a pool of ten. The bare UPDATE sets the same columns of the same table and judges nothing again.",
  operations,
  goals: [16, 64].map((concurrency) => ({ of: "store", over: "bare UPDATE", atLeast: 0.85, concurrency })),
  async open() {
    const { store, pool, close } = await postgresServer();
    const update = (client: pg.Pool, { id, pending, claim }: StorePlan) =>
      client.query(bareUpdate, [id, claim.tag, claim.state, claim.deadlineInMs, pending.tag]);
    return {
      contestants: [
        storeStep("store", await store(), "consume"),
        storeStep("store, history unchecked", await store({ history: "unchecked" }), "consume"),
        bareStep("bare UPDATE", pool(), await store(), false, update),
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
  goals: [16, 64].map((concurrency) => ({ of: "store", over: "bare SELECT", atLeast: 0.85, concurrency })),
  async open() {
    const { store, pool, close } = await postgresServer();
    const select = (client: pg.Pool, { id }: StorePlan) => client.query(bareSelect, [id]);
    return {
      contestants: [
        storeStep("store", await store(), "replay"),
        bareStep("bare SELECT", pool(), await store(), true, select),
      ],
      close,
    };
  },
};

function bareStep(
  name: string,
  client: pg.Pool,
  store: Store,
  completed: boolean,
  step: (client: pg.Pool, plan: StorePlan) => Promise<pg.QueryResult>,
): Contestant {
  const argumentsAt = freshArguments();
  let plans: StorePlan[] = [];
  return {
    name,
    async prepare(count) {
      plans = await prepared(store, count, argumentsAt, completed);
    },
    async run(index) {
      const { rows } = await step(client, plans[index] as StorePlan);
      if (rows.length !== 1) throw new Error(`${name}: ${rows.length} rows`);
    },
  };
}
