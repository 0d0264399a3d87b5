import { type ChildProcess, spawn } from "node:child_process";
import http from "node:http";
import readline from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import {
  eventsObserver,
  httpSubject,
  type Observer,
  postgresSchema,
  type Subject,
  stdioSubject,
} from "../../../src/index.js";
import { listen } from "../../../src/observe/listen.js";
import type { Kind } from "../planted.js";

const program = fileURLToPath(new URL("server.mjs", import.meta.url));

const tablesSql = `
create schema app; create schema stats;
create table app.visitors (id text primary key);
create table app.accesses (id serial primary key, what text);
create sequence app.numbers;
create table app.session_tokens (id text primary key, expires_at timestamptz);
create table app.tickets (id text primary key);
create table app.jobs (id serial primary key, what text);
create table app.products (sku text primary key, name text);
create table app.misses (id serial primary key, what text);
create table app.customers (name text primary key);
create table app.accounts (id text primary key, name text, note text);
create table app.audit (id serial primary key, what text);
create table app.prices (id text primary key, cents int);
create table app.cases (id serial primary key, request text, title text);
create table app.cases_unique (id serial primary key, request text unique, title text);
create table app.orders (id text primary key);
create table app.orders_all (n serial primary key, id text);
create table app.outbox (id serial primary key, what text);
create table stats.counters (name text primary key, n int);`;

const rowsSql = `
truncate app.visitors, app.accesses, app.session_tokens, app.tickets, app.jobs, app.products, app.misses, app.customers,
  app.accounts, app.audit, app.prices, app.cases, app.cases_unique, app.orders, app.orders_all, app.outbox, stats.counters;
insert into app.session_tokens values ('s1', now());
insert into app.tickets values ('t1');
insert into app.products values ('p1', 'Pen');
insert into app.customers select unnest(array['andy', 'anna', 'beat', 'bela', 'chloe', 'joan', 'john', 'mark', 'mary', 'zoe']);
insert into app.accounts values ('a1', 'Ann', null);
insert into app.prices select 'p' || n, n from generate_series(1, 12) n;
insert into app.orders values ('o1'), ('o2');
insert into stats.counters values ('orders', 0);`;

export interface Office {
  readonly database: string;
  readonly subject: Subject;
  readonly observers: readonly Observer[];
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** An office of liars or of honest twins, in a database of its own, with a remote that heeds idempotency keys. */
export async function openOffice(postgres: string, kind: Kind, transport: "http" | "stdio"): Promise<Office> {
  const database = `office_${process.pid}_${Math.floor(Math.random() * 1e9)}`;
  const admin = new pg.Pool({ connectionString: postgres, max: 1 });
  admin.on("error", () => {});
  await admin.query(`create database ${database}`);
  await admin.query(`comment on database ${database} is 'tier2-probe: disposable'`);
  const url = new URL(postgres);
  url.pathname = `/${database}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  pool.on("error", () => {});
  await pool.query(tablesSql + rowsSql);

  const sent = new Map<string, string>();
  const remote = await listen(
    http.createServer((request, response) => {
      const key = String(request.headers["idempotency-key"] ?? `without ${sent.size}`);
      sent.set(key, request.url ?? "");
      request.resume().once("end", () => response.end("{}"));
    }),
  );
  const env = {
    DATABASE: url.href,
    REMOTE: `http://127.0.0.1:${remote.port}`,
    ...(kind === "liar" && { LIES: "1" }),
  };
  const running = transport === "http" ? await serve(env) : undefined;
  return {
    database: url.href,
    subject: running?.subject ?? stdioSubject({ command: process.execPath, args: [program, "stdio"], env }),
    observers: [
      postgresSchema({ client: pool }),
      eventsObserver({
        name: "remote",
        watches: "what the remote recorded",
        effect: "notification",
        read: async () => [...sent.keys()].map((key) => ({ key })),
      }),
    ],
    reset: async () => void (await pool.query(rowsSql)),
    async close() {
      running?.child.stdin?.end();
      await remote.close();
      await pool.end();
      await admin.query(`drop database ${database} with (force)`);
      await admin.end();
    },
  };
}

async function serve(env: Record<string, string>): Promise<{ child: ChildProcess; subject: Subject }> {
  const child = spawn(process.execPath, [program, "http"], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  for await (const line of readline.createInterface({ input: child.stdout }))
    return { child, subject: httpSubject({ url: line }) };
  throw new Error("the office did not open");
}
