import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Sql } from "../../database/sql.js";
import { demoTokens } from "../../server/demo-tokens.js";
import type { Chapter, Stage } from "../chapter.js";
import { serverDatabase } from "../server-database.js";
import { serverProcess } from "../server-process.js";
import { unguarded } from "../unguarded.js";
import { order5002, order5002Is } from "../views.js";
import { wireTo } from "../wire.js";

const tool = "refund_order";
const args = { order_id: 5002, amount: 29, reason: "arrived damaged" };

const agentAt = ({ connect }: Stage, url: string, name: string) => {
  const requestInit = { headers: { Authorization: `Bearer ${demoTokens.a.token}` } };
  return connect(name, new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit }) as Transport);
};

export const killedMidCall: Chapter = {
  title: "A real server, killed in the middle of a call: exactly once",
  async play(stage) {
    const { say, expect, same, holds, observeOn, atEnd } = stage;
    say(
      "A Postgres server has the example's tables, and Holdpoint's records beside them. Two processes start at once.",
    );
    const { url: databaseUrl, schema, sql, confirmations } = await serverDatabase(stage);
    const observe = observeOn(sql);
    const start = () => serverProcess(stage, { databaseUrl, schema, secretKey: randomBytes(32).toString("base64") });
    const [first, second] = await Promise.all([start(), start()]);
    const [one, two] = [await agentAt(stage, first.url, "agent at 1"), await agentAt(stage, second.url, "agent at 2")];
    const untouched = order5002Is("0.00", 0);
    same("one has made the tables, both serve them", await sql.query(order5002), untouched);

    say(
      "The first process is killed (SIGKILL) inside the handler: the token is consumed, the order about to be changed, " +
        "here held up by a lock. One transaction has it all, so nothing of it is left, and the token was never used.",
    );
    const held = { ...args, confirm_token: await one.preview(tool, args) };
    const release = await lockOrder(stage, sql);
    const inVain = one.callInVain(tool, held);
    while ((await waitingFor(sql, schema)) === 0) await pause(5);
    await first.kill();
    expect("the client hears", (await inVain).message, /terminated|fetch failed|closed/);
    await release();
    same("not a trace of it", await sql.query(order5002), untouched);

    say("The agent repeats the same call at the other process. It runs, for the first time.");
    const done = await observe(order5002, { before: untouched, after: order5002Is("29.00", 1) }, () =>
      two.call(tool, held),
    );
    expect("message", done.body.message, "Order 5002 refunded $29.00");
    same("it is no replay", done.replayed, false);

    say("Now the second one is killed a moment later: after the commit, with its answer on the wire.");
    const wire = await wireTo(second.url);
    atEnd(() => wire.close());
    const three = await agentAt(stage, wire.url, "agent at 2");
    const another = { ...args, amount: 10 };
    const answered = { ...another, confirm_token: await three.preview(tool, another) };
    const lost = wire.loseAnswerTo(answered.confirm_token).then(() => second.kill());
    await observe(order5002, { before: order5002Is("29.00", 1), after: order5002Is("39.00", 2) }, async () => {
      await three.callInVain(tool, answered);
      await lost;
    });

    say("A third process, started since, has the answer: it was recorded in the transaction of the refund.");
    const last = await agentAt(stage, (await start()).url, "agent at 3");
    const again = await observe(order5002, { before: order5002Is("39.00", 2), after: "unchanged" }, () =>
      last.call(tool, answered),
    );
    expect("message", again.body.message, "Order 5002 refunded $10.00");
    holds("as a replay", again.replayed);
    expect("what became of the two confirmations, none of them in doubt", await confirmations(), { completed: 2 });
    await unguarded(stage, sql);
  },
};

/** Somebody else's transaction holds the order's row. */
async function lockOrder({ gate }: Stage, sql: Sql): Promise<() => Promise<void>> {
  const held = gate();
  const done = sql.transaction(async (tx) => {
    await tx.query("select id from orders where id = 5002 for update");
    await held.pass();
  });
  await held.arrived;
  return async () => {
    held.open();
    await done;
  };
}

/** How many connections of the example's processes wait for a lock. */
async function waitingFor(sql: Sql, applicationName: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    "select count(*)::int from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'",
    [applicationName],
  );
  return row?.count ?? 0;
}
