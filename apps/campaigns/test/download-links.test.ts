import type { Tier2Event } from "@holdpoint/tier2-core";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { demoTokens } from "../src/server/demo-tokens.js";
import { databaseText } from "../src/walkthrough/database-text.js";
import { watchedStore } from "../src/walkthrough/watched-store.js";
import { freshDatabase } from "./fresh-database.js";
import { freshServer } from "./fresh-server.js";

const database = freshDatabase();
const { start, client: connect } = freshServer(database);
const tool = "create_download_link";
const content = async (id: number) =>
  (await database.query<{ content: string }>("select content from documents where id = $1", [id]))[0]?.content;
const uses = () => database.query("select link_id, outcome from downloads order by id");

async function server() {
  const events: Tier2Event[] = [];
  const store = watchedStore(database.store);
  const running = await start({ onEvent: (event) => void events.push(event) }, { ...database, store });
  const client = await connect(running.url, demoTokens.a.token);
  const call = async (args: object) =>
    ((await client.callTool({ name: tool, arguments: { ...args } })) as CallToolResult).structuredContent;
  return { ...running, events, store, call };
}

async function link(call: Awaited<ReturnType<typeof server>>["call"]) {
  const args = { document_id: 81, confirm_token: (await call({ document_id: 81 }))?.confirm_token };
  const { link } = (await call(args)) as { link: { url: string; expires_at: string } };
  return { args, ...link };
}

test("a link is followed without a token, gives out its document and no other, and every use is put down", async () => {
  const { url, expires_at } = await link((await server()).call);
  const answer = await fetch(url);
  expect([answer.status, await answer.text()]).toEqual([200, await content(81)]);
  expect(answer.headers.get("content-disposition")).toBe("attachment; filename=payouts-2026-03.csv");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(0);
  expect((await fetch(url)).status).toBe(200);
  expect(await uses()).toEqual(Array(2).fill({ link_id: 1, outcome: "served" }));
});

test("an expired link and one that nobody made are told alike, and the expired one is put down", async () => {
  const { url } = await link((await server()).call);
  await database.query("update download_links set expires_at = now()");
  const [late, unknown] = [await fetch(url), await fetch(`${url}x`)];
  expect([late.status, await late.text()]).toEqual([404, await unknown.text()]);
  expect(await uses()).toEqual([{ link_id: 1, outcome: "expired" }]);
});

test("the link stands in the first answer and nowhere else", async () => {
  const { call, events, store } = await server();
  const { args, url } = await link(call);
  const secret = url.split("/").at(-1) ?? "";
  expect(await call(args)).toMatchObject({ status: "ok", link: { document_id: 81, url: "[withheld]" } });
  for (const place of [JSON.stringify(events), store.traffic(), await databaseText(database)]) {
    expect(place).toContain(tool);
    expect(place).not.toContain(secret);
  }
});

test("web pages of other origins get nothing by it", async () => {
  const { url } = await link((await server()).call);
  expect((await fetch(url, { headers: { Origin: "https://example.com" } })).status).toBe(403);
  expect(await uses()).toEqual([]);
});

test("a server that listens nowhere makes none", async () => {
  const { call, address } = await server();
  address.url = undefined;
  expect(await call({ document_id: 81 })).toBeUndefined(); // a refusal is text only
  expect(await database.query("select from download_links")).toEqual([]);
});
