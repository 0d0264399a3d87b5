import { anyPostgres } from "@holdpoint/test-servers";
import type { Tier2Tool } from "@holdpoint/tier2-core";
import { migrate } from "@holdpoint/tier2-store-postgres";
import { afterAll, beforeAll, expect, test } from "vitest";

let server: Awaited<ReturnType<typeof anyPostgres>>;
let snippet: typeof import("../src/05-exactly-once.js");
beforeAll(async () => {
  server = await anyPostgres();
  const { hostname, port, username, password, pathname } = new URL(server.url);
  // `new Pool()` takes where to connect from the environment.
  Object.assign(process.env, { PGHOST: hostname, PGPORT: port, PGUSER: username, PGDATABASE: pathname.slice(1) });
  if (password !== "") process.env.PGPASSWORD = password;
  snippet = await import("../src/05-exactly-once.js");
  await migrate({ client: snippet.pool });
  await snippet.pool.query("create table offers (id integer primary key, payout text not null)");
});
afterAll(async () => {
  await snippet.tier2.close();
  await snippet.pool.query("drop table offers");
  await snippet.pool.end();
  await server.close();
});

const requester = { tokenId: "alice" };
const call = (tool: Tier2Tool, args: object) => snippet.tier2.call(tool, args, { requester });
const payout = async () => (await snippet.pool.query("select payout from offers where id = 7")).rows[0]?.payout;

test.each(["a", "b1", "b", "c", "c2"] as const)(
  "tool %s sets the payout in its own transaction, once",
  async (name) => {
    const tool = snippet[name];
    await snippet.pool.query("delete from offers");
    await snippet.pool.query("insert into offers values (7, '1.00')");
    const args = { offer_id: 7, payout: "12.50" };
    const { confirm_token } = (await call(tool, args)).body as { confirm_token: string };
    expect(await payout()).toBe("1.00");
    const first = await call(tool, { ...args, confirm_token });
    expect(first).toMatchObject({ status: "ok", replayed: false });
    expect(await payout()).toBe("12.50");
    await snippet.pool.query("update offers set payout = '1.00'");
    expect(await call(tool, { ...args, confirm_token })).toEqual({ ...first, replayed: true });
    expect(await payout()).toBe("1.00");
  },
);

test("an offer that is gone ends as not executed", async () => {
  await snippet.pool.query("delete from offers");
  const args = { offer_id: 8, payout: "1.00" };
  const { confirm_token } = (await call(snippet.a, args)).body as { confirm_token: string };
  const { body } = await call(snippet.a, { ...args, confirm_token });
  expect(body).toMatchObject({ reason: "not_executed", error: "Not executed: Offer is gone" });
});
