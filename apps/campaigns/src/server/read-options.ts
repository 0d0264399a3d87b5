import { parseArgs } from "node:util";
import { CannotStart } from "./cannot-start.js";

const defaultPort = 4242;

/** Where the example's tables and Holdpoint's records are. */
export type Place =
  | { readonly kind: "memory" }
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "server"; readonly url: string; readonly schema: string | undefined };

export interface Options {
  readonly help: boolean;
  readonly stdio: boolean;
  readonly port: number;
  readonly place: Place;
  /** The folder of the audit log, if it was chosen. */
  readonly audit: string | undefined;
}

export const help = `Serves the ad-campaign example over MCP (Streamable HTTP or stdio) and as an HTTP API.

Usage: node dist/main.js [options]

  --port <number>   port on 127.0.0.1; 0 takes any free one (default ${defaultPort})
  --stdio           serve one MCP client over stdin and stdout instead of HTTP
  --data <folder>   keep the database in this folder (default: in memory, new at every start).
                    Needs CAMPAIGNS_SECRET_KEY, which seals the stored SMTP passwords
  --schema <name>   with DATABASE_URL: the schema of the example's tables (default campaigns)
  --audit <folder>  keep the audit log in files of this folder (default: beside Holdpoint's records
                    with DATABASE_URL, <data>/audit with --data, else a folder that goes at the end)
  -h, --help        show this

DATABASE_URL=postgres://…   keep the tables and the records of Holdpoint on this Postgres server, in
                    schemas of their own that are made at the first start. Any number of processes
                    may serve it. Without it, a Postgres inside this process (PGlite) has them.
                    Needs CAMPAIGNS_SECRET_KEY too

MCP is at /mcp, the HTTP API at /api/tools/<name>. Both want a demo token (README.md lists them).
Ctrl+C stops the server once running operations have ended.`;

/** @throws CannotStart for arguments that make no sense */
export function readOptions(args: readonly string[], databaseUrl = process.env.DATABASE_URL): Options {
  const { help, stdio, port, data, schema, audit } = parsed(args);
  if (stdio && port !== undefined) throw new CannotStart("--stdio opens no port, so --port makes no sense with it.");
  return {
    help,
    stdio,
    port: port === undefined ? defaultPort : portNumber(port),
    place: placeOf(data, databaseUrl, schema),
    audit: auditFolder(audit),
  };
}

function auditFolder(folder: string | undefined): string | undefined {
  if (folder === "") throw new CannotStart("--audit needs a folder.");
  return folder;
}

function placeOf(folder: string | undefined, url: string | undefined, schema: string | undefined): Place {
  if (folder === "") throw new CannotStart("--data needs a folder.");
  const isServer = url !== undefined && url !== "";
  if (schema !== undefined && !isServer) throw new CannotStart("--schema makes sense with DATABASE_URL only.");
  if (folder !== undefined && isServer) throw new CannotStart("--data and DATABASE_URL exclude each other.");
  if (isServer) return { kind: "server", url, schema };
  return folder === undefined ? { kind: "memory" } : { kind: "folder", folder };
}

function parsed(args: readonly string[]) {
  const options = {
    help: { type: "boolean", short: "h", default: false },
    stdio: { type: "boolean", default: false },
    port: { type: "string" },
    data: { type: "string" },
    schema: { type: "string" },
    audit: { type: "string" },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new CannotStart(`${(error as Error).message}\nnode dist/main.js --help lists the options.`);
  }
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new CannotStart(`--port must be a number from 0 to 65535, not "${text}".`);
}
