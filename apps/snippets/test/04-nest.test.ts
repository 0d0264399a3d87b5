import type { Server } from "node:http";
import { Tier2Module } from "@holdpoint/tier2-nest";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type INestApplication, Module, type Type } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { McpStrategy, StreamableHttpTransport } from "@rekog/mcp-nest";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AppModule, FooPreviews, Foos2Controller, FooTools } from "../src/04-nest.js";
import { db } from "../src/app.js";

beforeEach(() => db.reset());

const apps = new Set<INestApplication<Server>>();
afterEach(async () => {
  await Promise.all([...apps].map((app) => app.close()));
  apps.clear();
});

const user = { tokenId: "alice" };
const requester = () => user;

/** An app whose authentication finds the same user in every request. */
async function create(module: Type): Promise<INestApplication<Server>> {
  const app = await NestFactory.create<INestApplication<Server>>(module, { logger: false, abortOnError: false });
  app.use((request: { user?: typeof user }, _response: unknown, next: () => void) => {
    request.user = user;
    next();
  });
  apps.add(app);
  return app;
}

async function remove(app: INestApplication<Server>, path: string, body: object) {
  const response = await fetch(`${await app.getUrl()}/${path}`, {
    method: "DELETE",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test("a route with a preview method is previewed, confirmed and replayed", async () => {
  const app = await create(AppModule);
  await app.listen(0, "127.0.0.1");
  const first = await remove(app, "foos/7", { why: "old" });
  expect(first.status).toBe(428);
  expect(first.body).toMatchObject({ tool: "FoosController.remove", summary: "Will delete 7: old" });
  const { confirm_token } = first.body;
  const second = await remove(app, "foos/7", { why: "old", confirm_token });
  expect(second).toMatchObject({ status: 200, body: { id: 7, name: "seven" } });
  expect(await remove(app, "foos/7", { why: "old", confirm_token })).toEqual(second);
  expect(db.deletions()).toEqual([7]);
});

test("a route with a preview provider does the same", async () => {
  @Module({
    imports: [Tier2Module.forRoot({ store: memoryStore(), server: "foos", requester })],
    controllers: [Foos2Controller],
    providers: [FooPreviews],
  })
  class Second {}
  const app = await create(Second);
  await app.listen(0, "127.0.0.1");
  const first = await remove(app, "foos2/7", {});
  expect(first.body).toMatchObject({ tool: "Foos2Controller.remove", summary: "Will delete seven" });
  await remove(app, "foos2/7", { confirm_token: first.body.confirm_token });
  expect(db.deletions()).toEqual([7]);
});

test("a tool of mcp-nest does the same", async () => {
  const strategy = new McpStrategy({
    name: "foos",
    version: "1.0.0",
    logging: false,
    transports: [new StreamableHttpTransport()],
  });
  @Module({
    imports: [Tier2Module.forRoot({ store: memoryStore(), server: "foos", requester, mcp: { strategy, others: 1 } })],
    controllers: [FooTools],
  })
  class Tools {}
  const app = await create(Tools);
  strategy.setHttpAdapter(app.getHttpAdapter());
  app.connectMicroservice({ strategy });
  await app.startAllMicroservices();
  await app.listen(0, "127.0.0.1");

  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${await app.getUrl()}/mcp`)));
  const preview = await client.callTool({ name: "delete_foo", arguments: { id: 7 } });
  expect(preview.structuredContent).toMatchObject({ status: "confirmation_required", summary: "Will delete 7" });
  const { confirm_token } = preview.structuredContent as { confirm_token: string };
  const result = await client.callTool({ name: "delete_foo", arguments: { id: 7, confirm_token } });
  expect(result.content).toEqual([{ type: "text", text: "deleted seven" }]);
  expect(db.deletions()).toEqual([7]);
  await client.close();
});
