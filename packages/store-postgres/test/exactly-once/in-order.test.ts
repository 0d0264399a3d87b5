import { anyPostgres } from "@holdpoint/test-servers";
import type { Tier2Event } from "@holdpoint/tier2-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onLite, onPg } from "./support/kinds.js";
import { aWorld, rolledBack, type WorldOptions } from "./support/world.js";

let server: Awaited<ReturnType<typeof anyPostgres>>;
beforeAll(async () => {
  server = await anyPostgres();
});
afterAll(() => server.close());

/** A pg connection, or what PGlite gives. */
interface Tx {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

describe.each([
  ["pg", onPg],
  ["PGlite", onLite],
])("on %s", (_name, open) => {
  const world = async (options: WorldOptions = {}) => aWorld(await open(server.url), options);

  test("everything is asked again inside the claim, in its order, and the effect is the last", async () => {
    const order: string[] = [];
    const say = (what: string) => () => {
      order.push(what);
      return true;
    };
    const { token, confirm, end } = await world({
      authorize: say("authorize"),
      isEnabled: say("isEnabled"),
      risk: say("risk"),
      journal: async ({ type }) => void order.push(`journal ${type}`),
      preview: ({ recheck }) => {
        order.push(recheck ? "recheck" : "preview");
        return { summary: "Will pay", preview: {}, stateVersion: "v1" };
      },
      handler: ({ effect }) => {
        order.push("handler");
        return effect();
      },
    });
    const given = await token();
    order.length = 0;
    await confirm(given);
    expect(order).toEqual([
      ...["authorize", "authorize", "isEnabled", "recheck", "risk", "journal intent", "handler", "journal completed"],
    ]);
    await end();
  });

  test("the preview runs again in the transaction: what it reads and locks there still holds when the handler runs", async () => {
    let schema = "";
    const read = async ({ tx }: { tx?: never }) => {
      const [row] = tx
        ? (await (tx as Tx).query(`select version from "${schema}".state for update`)).rows
        : await made.run(`select version from "${schema}".state`);
      return { summary: "Will pay", preview: {}, stateVersion: String(row?.version) };
    };
    const made = await world({ preview: read });
    schema = made.opening.opened.schema;
    await made.run(`create table "${schema}".state (version integer)`);
    await made.run(`insert into "${schema}".state values (1)`);
    const [stale, fresh] = [await made.token(1), await made.token(2)];
    expect((await made.confirm(fresh, 2)).body).toMatchObject({ status: "ok" });
    await made.run(`update "${schema}".state set version = 2`);
    const refused = await made.confirm(stale);
    expect(refused.body).toMatchObject({ reason: "state_changed" });
    expect(await made.confirm(stale)).toEqual({ ...refused, replayed: true });
    expect(await made.effects()).toEqual(["paid 2"]);
    await made.end();
  });

  test.each<[string, string, WorldOptions]>([
    ["access_revoked", "authorize", { authorize: () => false }],
    ["tool_disabled", "isEnabled", { isEnabled: () => false }],
    ["risk_exceeded", "risk", { risk: () => false }],
    [
      "not_executed",
      "journal",
      { journal: ({ type }) => (type === "intent" ? Promise.reject(new Error("full")) : Promise.resolve()) },
    ],
  ])("a %s between claim and handler is recorded, and nothing else is", async (reason, hook, refusing) => {
    const { process, effects, statuses, end } = await world();
    const given = await process().token();
    let asked = 0;
    // authorize is also asked before the claim, where it still says yes.
    const own: WorldOptions = hook === "authorize" ? { authorize: () => ++asked !== 2 } : refusing;
    const second = process(own);
    const first = await second.confirm(given);
    expect(first.body).toMatchObject({ status: "rejected", reason });
    expect(await process().confirm(given)).toEqual({ ...first, replayed: true });
    expect(await effects()).toEqual([]);
    expect(await statuses()).toEqual(["not_executed"]);
    expect(second.types().filter((type) => type !== "hook_failed")).toEqual(["claimed", "not_executed"]);
    await end();
  });

  test("a question whose statement broke the transaction spends no token", async () => {
    const preview = async ({ recheck, tx }: { recheck: boolean; tx?: never }) => {
      if (recheck) await (tx as unknown as Tx).query("select 1 / 0");
      return { summary: "Will pay", preview: {}, stateVersion: "v1" };
    };
    const { token, confirm, effects, statuses, types, end } = await world({ preview });
    expect((await confirm(await token())).body).toMatchObject(rolledBack);
    expect(await effects()).toEqual([]);
    expect(await statuses()).toEqual(["pending"]);
    expect(types()).toEqual(["proposed", "hook_failed", "rolled_back"]);
    await end();
  });

  test("a journal that writes with the transaction is committed and rolled back with it", async () => {
    let schema = "";
    let broken = true;
    const outside: Tier2Event["type"][] = [];
    const made = await world({
      journal: async ({ type }, { tx }) => {
        if (tx === undefined) outside.push(type);
        else await (tx as Tx).query(`insert into "${schema}".journal values ($1)`, [type]);
      },
      handler: async ({ effect }) => {
        await effect();
        if (broken) throw new Error("no");
      },
    });
    schema = made.opening.opened.schema;
    await made.run(`create table "${schema}".journal (type text)`);
    const journal = async () => (await made.run(`select type from "${schema}".journal`)).map(({ type }) => type);
    const given = await made.token();
    await made.confirm(given);
    expect(await journal()).toEqual([]);
    expect(outside).toEqual(["rolled_back"]);
    broken = false;
    await made.confirm(given);
    expect(await journal()).toEqual(["intent", "completed"]);
    expect(outside).toEqual(["rolled_back"]);
    await made.end();
  });

  test("a completion that the journal does not take rolls the effect back", async () => {
    const { token, confirm, effects, statuses, end } = await world({
      journal: async ({ type }) => {
        if (type === "completed") throw new Error("the journal is full");
      },
    });
    expect((await confirm(await token())).body).toMatchObject(rolledBack);
    expect(await effects()).toEqual([]);
    expect(await statuses()).toEqual(["pending"]);
    await end();
  });

  test("a journal that fails in silence inside the transaction cannot have the effect told and lost", async () => {
    const { token, confirm, effects, statuses, end } = await world({
      journal: async ({ type }, { tx }) => {
        if (type === "completed") await (tx as Tx).query("select 1 / 0").catch(() => {});
      },
    });
    expect((await confirm(await token())).body).toMatchObject(rolledBack);
    expect(await effects()).toEqual([]);
    expect(await statuses()).toEqual(["pending"]);
    await end();
  });

  test("events are told after the commit, and in their order", async () => {
    const seen: [string, number][] = [];
    let rows = 0;
    const made = await world({
      onEvent: ({ type }) => seen.push([type, rows]),
      handler: async ({ effect }) => {
        await effect();
        expect(seen.map(([type]) => type)).toEqual(["proposed"]);
        rows += 1;
      },
    });
    await made.confirm(await made.token());
    expect(seen).toEqual([
      ["proposed", 0],
      ["claimed", 1],
      ["completed", 1],
    ]);
    await made.end();
  });

  test("the same operation under a new token is refused, acknowledged, and forgotten by a rollback", async () => {
    let broken = true;
    const made = await world({
      duplicates: "refuse",
      handler: async ({ effect }) => {
        await effect();
        if (broken) throw new Error("no");
      },
    });
    const [first, second] = [await made.token(), await made.token()];
    expect((await made.confirm(first)).body).toMatchObject(rolledBack);
    broken = false;
    // Nothing ran, so nothing stands in the way of the other one; then it does.
    const done = await made.confirm(second);
    expect(done.body).toMatchObject({ status: "ok" });
    expect((await made.confirm(first)).body).toMatchObject({ reason: "duplicate" });
    const third = (await made.call({ id: 1 })).body as {
      confirm_token: string;
      duplicate_of: { operation_id: string };
    };
    expect(third.duplicate_of).toMatchObject({ operation_id: done.operationId, status: "completed" });
    const acknowledge_duplicate = third.duplicate_of.operation_id;
    const again = await made.call({ id: 1, confirm_token: third.confirm_token, acknowledge_duplicate });
    expect(again.body).toMatchObject({ status: "ok" });
    expect(await made.effects()).toEqual(["paid 1", "paid 1"]);
    await made.end();
  });

  test("a token past its deadline, or of another history, is refused as it always is", async () => {
    const made = await world();
    const { schema } = made.opening.opened;
    const [late, lost] = [await made.token(1), await made.token(2)];
    await made.run(`update "${schema}".record set deadline_ms = 0 where body like '%"id":1%'`);
    await made.run(`update "${schema}".record set history = 'before ' || history where body like '%"id":2%'`);
    expect((await made.confirm(late)).body).toMatchObject({ reason: "expired" });
    expect((await made.confirm(lost, 2)).body).toMatchObject({ reason: "unknown_or_used", detail: "history_changed" });
    expect(await made.effects()).toEqual([]);
    await made.end();
  });

  test("what has not started when the engine shuts down does not start, and its token can be used elsewhere", async () => {
    const made = await world();
    const given = await made.token();
    let closing: Promise<void> | undefined;
    const ending = made.process({
      risk: () => {
        closing = ending.engine.close();
        return true;
      },
    });
    expect((await ending.confirm(given)).body).toMatchObject(rolledBack);
    await closing;
    expect(await made.effects()).toEqual([]);
    expect((await made.confirm(given)).body).toMatchObject({ status: "ok" });
    await made.end();
  });

  test("a handler that runs when the engine shuts down is told to stop, and its outcome is recorded", async () => {
    const made = await world();
    const given = await made.token();
    const ending = made.process({
      handler: async ({ signal, effect }) => {
        const closing = ending.engine.close();
        expect(signal.aborted).toBe(true);
        await effect();
        void closing;
      },
    });
    expect((await ending.confirm(given)).body).toMatchObject({ status: "ok" });
    expect(await made.effects()).toEqual(["paid 1"]);
    await made.end();
  });
});
