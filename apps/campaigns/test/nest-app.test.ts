import { randomBytes } from "node:crypto";
import type { INestApplication } from "@nestjs/common";
import { afterEach, expect, test } from "vitest";
import { nestApp } from "../src/nest/nest-app.js";
import { passwordVault } from "../src/secrets/password-vault.js";
import { demoTokens } from "../src/server/demo-tokens.js";
import { serverName } from "../src/server/deployment.js";
import { tier2Tools } from "../src/tools/campaign-tools.js";
import { freshDatabase } from "./fresh-database.js";
import { bearer, freshServer, post } from "./fresh-server.js";

const sql = freshDatabase();
const { start } = freshServer(sql);
const [a, b] = [bearer(demoTokens.a.token), bearer(demoTokens.b.token)];

const apps = new Set<INestApplication>();
afterEach(async () => {
  await Promise.all([...apps].map((app) => app.close()));
  apps.clear();
});

/** The Express app and the Nest app of one deployment: one store, one server name, one database. */
async function both() {
  const waitForCompletionMs = 120_000; // no test judges a speed
  const { url: express } = await start({ waitForCompletionMs });
  const tools = tier2Tools(sql, passwordVault(randomBytes(32)), { url: undefined });
  const options = { store: sql.store, server: serverName, waitForCompletionMs };
  const app = await nestApp({ sql, tools, options });
  apps.add(app);
  await app.listen(0, "127.0.0.1");
  return { express, nest: await app.getUrl() };
}

const tool = "/api/tools/delete_campaign";

const remove = (url: string, id: number, body: object = {}, headers: Record<string, string> = a) =>
  fetch(new URL(`/api/campaigns/${id}`, url), {
    method: "DELETE",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

const answerOf = async (response: Response) => ({
  status: response.status,
  replayed: response.headers.get("idempotency-replayed") === "true",
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  body: (await response.json()) as any,
});

test.each([
  ["Express", "Nest", (urls: Awaited<ReturnType<typeof both>>) => [urls.express, urls.nest] as const],
  ["Nest", "Express", (urls: Awaited<ReturnType<typeof both>>) => [urls.nest, urls.express] as const],
])("what was previewed on %s is confirmed on %s, and each replays what the other did", async (_one, _other, order) => {
  const [one, other] = order(await both());
  const preview = await answerOf(await post(one, tool, { id: 42 }, a));
  expect(preview).toMatchObject({ status: 428, body: { tool: "delete_campaign" } });
  const args = { id: 42, confirm_token: preview.body.confirm_token };
  const done = await answerOf(await post(other, tool, args, a));
  expect(done).toMatchObject({ status: 200, replayed: false, body: { status: "ok", campaign: { id: 42 } } });
  for (const url of [one, other]) {
    expect(await answerOf(await post(url, tool, args, a))).toEqual({ ...done, replayed: true });
  }
});

test("the route under @Tier2() takes the token of the tool's preview, and the tool replays the route's answer", async () => {
  const { express, nest } = await both();
  const preview = await answerOf(await post(express, tool, { id: 42 }, a));
  const { confirm_token } = preview.body;
  expect((await answerOf(await remove(nest, 42, { confirm_token }, b))).body.reason).toBe("wrong_owner");
  expect((await answerOf(await remove(nest, 43, { confirm_token }))).body.reason).toBe("params_changed");
  const done = await answerOf(await remove(nest, 42, { confirm_token }));
  expect(done).toMatchObject({ status: 200, replayed: false, body: { id: 42 } });
  const replay = await answerOf(await post(express, tool, { id: 42, confirm_token }, a));
  expect(replay).toEqual({ ...done, replayed: true });
});

test("the route previews by itself, and the Express app confirms", async () => {
  const { express, nest } = await both();
  const preview = await answerOf(await remove(nest, 42));
  expect(preview.status).toBe(428);
  expect(preview.body.summary).toMatch(/^Will delete campaign #42/);
  const args = { id: 42, confirm_token: preview.body.confirm_token };
  expect((await answerOf(await post(express, tool, args, a))).status).toBe(200);
  expect((await answerOf(await remove(nest, 42))).body).toMatchObject({ reason: "not_possible" });
});

test("500 confirms of one token, half on each app, are one execution", async () => {
  const { express, nest } = await both();
  const { confirm_token } = (await answerOf(await post(nest, tool, { id: 42 }, a))).body;
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      post(index % 2 === 0 ? express : nest, tool, { id: 42, confirm_token }, a).then(answerOf),
    ),
  );
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
});

test("nothing is served without a known token", async () => {
  const { nest } = await both();
  expect((await remove(nest, 42, {}, {})).status).toBe(401);
  expect((await post(nest, tool, { id: 42 })).status).toBe(401);
});
