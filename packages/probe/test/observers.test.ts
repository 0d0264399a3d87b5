import fs from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { anyPostgres, type RedisServer, startRedis } from "@holdpoint/test-servers";
import { Redis } from "ioredis";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Change,
  directory,
  disposableComment,
  disposableFile,
  disposableKey,
  forwardProxy,
  httpCapture,
  linesOf,
  mailCapture,
  type Observer,
  postgresSchema,
  redisKeyspace,
} from "../src/index.js";
import { diff } from "../src/observe/change.js";
import { sendMail } from "./subjects/send-mail.js";

async function seenBy(observer: Observer, act: () => Promise<unknown>): Promise<readonly Change[]> {
  const before = await observer.snapshot();
  await act();
  return diff(observer, before, await observer.snapshot());
}

const told = (changes: readonly Change[]) => changes.map(({ record, kind, effect }) => [record, kind, effect]);

describe("a directory", () => {
  let root: string;
  const at = (name: string) => path.join(root, name);
  beforeAll(async () => {
    root = await fs.mkdtemp(path.join(os.tmpdir(), "tier2-probe-tree-"));
  });
  afterAll(() => fs.rm(root, { recursive: true }));

  test("tells what was created, removed, replaced, extended and written again, also deep down", async () => {
    await fs.mkdir(at("deep/er"), { recursive: true });
    for (const name of ["gone", "replaced", "longer", "same", "deep/er/one"])
      await fs.writeFile(at(name), "first\nsecond\n");
    const changes = await seenBy(directory({ path: root }), async () => {
      await fs.writeFile(at("new"), "");
      await fs.rm(at("gone"));
      await fs.writeFile(at("replaced"), "second\n");
      await fs.appendFile(at("longer"), "third\n");
      await fs.writeFile(at("same"), "first\nsecond\n");
      await fs.chmod(at("deep/er/one"), 0o600);
      await fs.utimes(at("same"), 1, 1);
    });
    expect(told(changes)).toEqual([
      ["deep/er/one", "replaced", "write"],
      ["gone", "removed", "write"],
      ["longer", "extended", "write"],
      ["new", "created", "write"],
      ["replaced", "reduced", "write"],
      ["same", "touched", "touch"],
    ]);
  });

  test("a token file is a credential, and its mark is not looked at", async () => {
    const changes = await seenBy(directory({ path: root }), async () => {
      await fs.writeFile(at("oauth_token.json"), "1");
      await fs.writeFile(at(disposableFile), "");
    });
    expect(told(changes)).toEqual([["oauth_token.json", "created", "credential"]]);
    expect(await directory({ path: root }).isDisposable?.()).toEqual({ ok: true });
  });

  test("more files than it may look at leave the snapshot incomplete", async () => {
    expect((await directory({ path: root, maxFiles: 2 }).snapshot()).incomplete).toMatch(/more than 2 files/);
  });
});

describe("a Postgres schema", () => {
  let pool: pg.Pool;
  let server: Awaited<ReturnType<typeof anyPostgres>>;
  const schema = `probe_${process.pid}`;
  beforeAll(async () => {
    server = await anyPostgres();
    pool = new pg.Pool({ connectionString: server.url });
    pool.on("error", () => {}); // a server that ends tells its idle connections
    await pool.query(`create schema ${schema}; create table ${schema}.users (id int primary key, name text, seen_at timestamptz);
      create table ${schema}.notes (body text); create table ${schema}.access_tokens (id int primary key, value text);
      insert into ${schema}.users values (1, 'ann', now()), (2, 'bob', now()); insert into ${schema}.notes values ('a'), ('a')`);
  });
  afterAll(async () => {
    await pool.query(`drop schema ${schema} cascade`);
    await pool.end();
    await server.close();
  });

  test("tells rows by their keys, copies without a key by their number, new tables, and refreshed credentials", async () => {
    const changes = await seenBy(postgresSchema({ client: pool, schema }), () =>
      pool.query(`update ${schema}.users set name = 'anna' where id = 1; delete from ${schema}.users where id = 2;
        insert into ${schema}.notes values ('a'); create table ${schema}.extra (id int); insert into ${schema}.access_tokens values (1, 'x')`),
    );
    expect(told(changes)).toEqual([
      ["access_tokens/1", "created", "credential"],
      ['notes/{"body":"a"}#3', "created", "write"],
      ["table extra", "created", "write"],
      ["users/1", "replaced", "write"],
      ["users/2", "removed", "write"],
    ]);
    expect(changes.find(({ record }) => record === "users/1")).toMatchObject({
      fields: ["name"],
      before: { name: "ann" },
    });
  });

  test("does not look at an ignored column, and says so", async () => {
    const observer = postgresSchema({ client: pool, schema, ignore: ["users.seen_at"] });
    expect(await seenBy(observer, () => pool.query(`update ${schema}.users set seen_at = now()`))).toEqual([]);
    expect(observer.watches).toContain("without users.seen_at");
    expect(
      await seenBy(postgresSchema({ client: pool, schema }), () =>
        pool.query(`update ${schema}.users set seen_at = now()`),
      ),
    ).toHaveLength(1);
  });

  test("without a schema all of them are watched: rows, structure, rights and sequences", async () => {
    const other = `${schema}_other`;
    await pool.query(`create schema ${other}; create table ${other}.counts (id serial primary key, n int);
      create sequence ${schema}.numbers`);
    const of = (changes: readonly Change[]) => told(changes).filter(([record]) => String(record).includes(schema));
    const changes = await seenBy(postgresSchema({ client: pool }), () =>
      pool.query(`insert into ${other}.counts (n) values (1); select nextval('${schema}.numbers');
        alter table ${schema}.notes add column at text; grant select on ${schema}.users to public`),
    );
    await pool.query(`drop schema ${other} cascade; drop sequence ${schema}.numbers`);
    expect(of(changes)).toEqual(
      expect.arrayContaining([
        [`${other}.counts/1`, "created", "write"],
        [`sequence ${other}.counts_id_seq`, "replaced", "sequence"],
        [`sequence ${schema}.numbers`, "replaced", "sequence"],
        [`table ${schema}.notes`, "replaced", "write"],
        [`table ${schema}.users`, "replaced", "write"],
      ]),
    );
  });

  test("is disposable once its comment says so", async () => {
    const observer = postgresSchema({ client: pool, schema });
    expect(await observer.isDisposable?.()).toMatchObject({ ok: false });
    await pool.query(`comment on schema ${schema} is '${disposableComment}'`);
    expect(await observer.isDisposable?.()).toEqual({ ok: true });
  });
});

describe("a Redis keyspace", () => {
  let server: RedisServer;
  let client: Redis;
  beforeAll(async () => {
    server = await startRedis();
    client = new Redis(server.port, "127.0.0.1");
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });

  test("tells values of every type, and a renewed expiry, below its prefix only", async () => {
    await client.set("app:s", "1");
    await client.rpush("app:l", "a");
    await client.set("app:session_token:1", "x", "EX", 100);
    const changes = await seenBy(redisKeyspace({ client, prefix: "app:" }), async () => {
      await client.incr("app:s");
      await client.rpush("app:l", "b");
      await client.hset("app:h", "f", "v");
      await client.sadd("app:set", "m");
      await client.zadd("app:z", 1, "m");
      await client.xadd("app:x", "*", "f", "v");
      await client.expire("app:session_token:1", 5_000);
      await client.set("other:s", "1");
    });
    expect(told(changes)).toEqual([
      ["app:h", "created", "write"],
      ["app:l", "extended", "write"],
      ["app:s", "replaced", "write"],
      ["app:session_token:1", "replaced", "credential"],
      ["app:set", "created", "write"],
      ["app:x", "created", "write"],
      ["app:z", "created", "write"],
    ]);
  });

  test("a prefix is no pattern", async () => {
    await client.set("app*:1", "1");
    expect([...(await redisKeyspace({ client, prefix: "app*" }).snapshot()).records.keys()]).toEqual(["app*:1"]);
  });

  test("is disposable once its key is there, which is no change", async () => {
    const observer = redisKeyspace({ client, prefix: "app:" });
    expect(await observer.isDisposable?.()).toEqual({ ok: false, mark: `SET app:${disposableKey} 1` });
    expect(await seenBy(observer, () => client.set(`app:${disposableKey}`, "1"))).toEqual([]);
    expect(await observer.isDisposable?.()).toEqual({ ok: true });
  });
});

describe("what goes out", () => {
  const through = (proxy: number, url: string, method = "GET") =>
    new Promise<number | undefined>((resolve, reject) => {
      const request = http.request({ host: "127.0.0.1", port: proxy, path: url, method, agent: false }, (answer) => {
        answer.resume();
        answer.once("end", () => resolve(answer.statusCode));
      });
      request.once("error", reject).end();
    });

  test("a webhook is a notification, a token request a refreshed credential, a GET leaves it open", async () => {
    const capture = await httpCapture();
    const changes = await seenBy(capture, async () => {
      await fetch(`${capture.url}/hook`, { method: "POST", body: "{}" });
      await fetch(`${capture.url}/oauth/token`, { method: "POST", body: "grant_type=refresh_token" });
      await fetch(`${capture.url}/items?q=1`);
    });
    await capture.close?.();
    expect(told(changes).sort()).toEqual([
      ["GET /items #3", "created", "request"],
      ["POST /hook #1", "created", "notification"],
      ["POST /oauth/token #2", "created", "credential"],
    ]);
  });

  test("what a watched remote makes of a request is told by its observer, but a token request stays a credential", async () => {
    const capture = await httpCapture({ remoteWatched: true });
    const changes = await seenBy(capture, async () => {
      await fetch(`${capture.url}/orders`, { method: "POST", body: "{}" });
      await fetch(`${capture.url}/oauth/token`, { method: "POST", body: "grant_type=refresh_token" });
      await fetch(`${capture.url}/items`);
    });
    await capture.close?.();
    expect(changes.map(({ effect }) => effect).sort()).toEqual(["credential", "watched_request", "watched_request"]);
  });

  test("the proxy forwards to this machine, and refuses others but has seen the attempt", async () => {
    const remote = await httpCapture();
    const proxy = await forwardProxy();
    let statuses: unknown[] = [];
    const changes = await seenBy(proxy, async () => {
      statuses = [
        await through(proxy.port, `${remote.url}/a`, "DELETE"),
        await through(proxy.port, "http://far.example.test/b"),
      ];
    });
    const arrived = (await remote.snapshot()).records;
    await proxy.close?.();
    await remote.close?.();
    expect(statuses).toEqual([200, 403]);
    expect(changes.map(({ effect }) => effect).sort()).toEqual(["notification", "request"]);
    expect([...arrived.keys()]).toEqual(["DELETE /a #1"]);
  });

  test("of a tunnel only its existence is seen", async () => {
    const proxy = await forwardProxy();
    const changes = await seenBy(proxy, async () => {
      const request = http.request({
        host: "127.0.0.1",
        port: proxy.port,
        method: "CONNECT",
        path: "far.example.test:443",
      });
      await new Promise((resolve) => request.once("connect", resolve).once("error", resolve).end());
      request.destroy();
    });
    await proxy.close?.();
    expect(changes.map(({ effect }) => effect)).toEqual(["opaque"]);
  });

  test("a mail is a notification with sender, recipient and subject", async () => {
    const mail = await mailCapture();
    const changes = await seenBy(mail, () => sendMail(mail.port, "ann@example.test", "Hello"));
    await mail.close?.();
    expect(changes).toMatchObject([
      { effect: "notification", after: { to: ["ann@example.test"], subject: "Hello", from: "app@example.test" } },
    ]);
  });

  test("lines of an audit file count and lines of a log do not", async () => {
    const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), "tier2-probe-lines-")), "lines");
    const write = () => fs.appendFile(file, "one\n");
    expect((await seenBy(linesOf("audit", file, "trail"), write)).map(({ effect }) => effect)).toEqual(["trail"]);
    expect((await seenBy(linesOf("log", file), write)).map(({ effect }) => effect)).toEqual(["log"]);
    await fs.rm(path.dirname(file), { recursive: true });
  });
});
