import fs from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { anyPostgres, type RedisServer, startRedis } from "@holdpoint/test-servers";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlan, readPlan } from "../src/index.js";
import { listen } from "../src/observe/listen.js";

let redis: RedisServer;
let postgres: Awaited<ReturnType<typeof anyPostgres>>;
let web: Awaited<ReturnType<typeof listen>>;
let folder: string;
beforeAll(async () => {
  [redis, postgres, folder] = await Promise.all([
    startRedis(),
    anyPostgres(),
    fs.mkdtemp(path.join(os.tmpdir(), "tier2-probe-plan-")),
  ]);
  web = await listen(http.createServer((_request, response) => response.end('{"depth":5}')));
});
afterAll(() => Promise.all([redis.stop(), postgres.close(), web.close(), fs.rm(folder, { recursive: true })]));

test("a plan's observers read Postgres, Redis, numbers and lines, and are closed with it", async () => {
  await fs.writeFile(path.join(folder, "audit"), "one\n");
  const redisUrl = `redis://127.0.0.1:${redis.port}`;
  const plan = readPlan(
    JSON.stringify({
      disposable: true,
      server: { url: "http://127.0.0.1:1/mcp" },
      observers: {
        db: { postgres: postgres.url, schema: "no_such_schema" },
        keys: { redis: redisUrl, prefix: "app:" },
        jobs: { number: { redis: redisUrl, list: "jobs" } },
        rows: {
          number: { postgres: postgres.url, query: "select count(*) from (values (1), (2)) as t" },
          means: "usage",
        },
        depth: { number: { url: `http://127.0.0.1:${web.port}/`, member: "depth" } },
        audit: { lines: "audit", means: "trail" },
      },
      tools: {},
    }),
  );
  const opened = await openPlan(plan, { folder });
  const views = await Promise.all(opened.observers.map((observer) => observer.snapshot()));
  await opened.close();
  const seen = views.map(({ records }) => [...records.values()].map(({ effect, value }) => [effect, value]));
  expect(seen).toEqual([
    [],
    [],
    [["work", { count: 0 }]],
    [["usage", { count: 2 }]],
    [["work", { count: 5 }]],
    [["trail", { line: "one" }]],
  ]);
  await expect(opened.observers[0]?.snapshot()).rejects.toThrow();
});

test("whatever a plan is, it is read or refused with what is wrong", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(() => readPlan(text)).toThrow(/The plan is not understood:\n- /);
    }),
  );
});
