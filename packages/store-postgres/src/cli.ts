#!/usr/bin/env node
import process from "node:process";
import { parseArgs } from "node:util";
import type { PostgresClient } from "./client/postgres-client.js";
import { migrate } from "./migrate.js";
import { defaultSchema } from "./schema-name.js";

const help = `Usage: tier2-store-postgres migrate [--url <url>] [--schema <name>]

Creates or updates the tables of the Holdpoint store, in one transaction. Safe to run as often, and from as
many processes at once, as you like.

  --url <url>       postgres://…, default: the environment variable DATABASE_URL
  --schema <name>   default: ${defaultSchema}
  --help            this text

It needs the package pg, or the package postgres, beside it.`;

interface Connection {
  readonly client: PostgresClient;
  end(): Promise<void>;
}

async function connect(url: string): Promise<Connection> {
  try {
    const { default: pg } = await import("pg");
    // A single connection; what breaks it is told by the statement that it breaks.
    const client = new pg.Pool({ connectionString: url, max: 1 }).on("error", () => {});
    return { client, end: () => client.end() };
  } catch (error) {
    if (!isNotInstalled(error)) throw error;
  }
  try {
    const { default: postgres } = await import("postgres");
    const client = postgres(url, { max: 1, onnotice: () => {} });
    return { client, end: () => client.end() };
  } catch (error) {
    if (!isNotInstalled(error)) throw error;
    throw new Error("This needs a client of Postgres: npm install pg", { cause: error });
  }
}

const isNotInstalled = (error: unknown): boolean => (error as { code?: unknown }).code === "ERR_MODULE_NOT_FOUND";

async function main(): Promise<string> {
  const options = { url: { type: "string" }, schema: { type: "string" }, help: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) return help;
  if (positionals.join(" ") !== "migrate") throw new Error(`The command is "migrate".\n\n${help}`);
  const url = values.url ?? process.env.DATABASE_URL;
  if (!url) throw new Error("Which database? Give --url, or set DATABASE_URL.");
  const schema = values.schema ?? defaultSchema;
  const { client, end } = await connect(url);
  try {
    const { from, to, ran } = await migrate({ client, schema });
    if (ran.length === 0) return `Schema "${schema}" is at version ${to} already. Nothing to do.`;
    return `Schema "${schema}" went from version ${from} to ${to}: ${ran.join(", ")}.`;
  } finally {
    await end();
  }
}

try {
  console.log(await main());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
