import { describe, expect, test } from "vitest";
import type { Sql } from "../src/database/sql.js";
import { demoTokens } from "../src/server/demo-tokens.js";
import { listen } from "../src/server/listen.js";
import { Gate } from "../src/walkthrough/gate.js";
import { freshDatabase } from "./fresh-database.js";
import { bearer, freshServer, post } from "./fresh-server.js";

const sql = freshDatabase();
const { start } = freshServer(sql);

describe("stopping", () => {
  test("waits for a running operation, and its client gets the answer", async () => {
    const gate = new Gate();
    const slow = slowDeletion(gate);
    const { url, engine, close } = await start({}, { ...slow, store: sql.storeOn(slow) });
    const call = (body: object) => post(url, "/api/tools/delete_campaign", body, bearer(demoTokens.a.token));
    const { confirm_token } = (await (await call({ id: 42 })).json()) as { confirm_token: string };
    const confirmed = call({ id: 42, confirm_token });
    await gate.arrived;

    let stopped = false;
    const stopping = close(engine.close()).then(() => {
      stopped = true;
    });
    await expect(fetch(url)).rejects.toThrow(); // takes no new connection
    expect(stopped).toBe(false);
    gate.open();
    await stopping;
    const answer = await confirmed;
    expect([answer.status, await answer.json()]).toMatchObject([200, { message: "Campaign 42 deleted" }]);
    expect(await sql.query("select id from campaigns where id = 42")).toEqual([]);
  });

  test("does not wait for a client that keeps its connection open", async () => {
    const listening = await listen((_req, res) => res.write("never ended"), 0);
    const hanging = await fetch(listening.url);
    await listening.close(Promise.resolve());
    await expect(hanging.text()).rejects.toThrow();
  });
});

test("a port that is taken is named, with the way out", async () => {
  const first = await listen((_req, res) => res.end(), 0);
  const port = Number(new URL(first.url).port);
  await expect(listen(() => {}, port)).rejects.toThrow(`Port ${port} is taken. Choose another one with --port`);
  await first.close(Promise.resolve());
});

/** The database takes its time over deleting a campaign. */
const slowDeletion = (gate: Gate): Sql => ({
  query: (text, values) => sql.query(text, values),
  transaction: (work) =>
    sql.transaction((tx) =>
      work({
        ...tx,
        async query(text, values) {
          if (text.startsWith("delete from campaigns")) await gate.pass();
          return tx.query(text, values);
        },
      }),
    ),
});
