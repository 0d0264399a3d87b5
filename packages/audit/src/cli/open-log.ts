import fs from "node:fs/promises";
import path from "node:path";
import { fileSink } from "../sinks/file/file-sink.js";
import { CannotRun } from "./io.js";

/** A log to be read. */
export interface OpenLog {
  read(): AsyncIterable<Uint8Array>;
  /** Undefined where that cannot be known before. */
  readonly totalBytes: number | undefined;
  close(): Promise<void>;
}

interface Named {
  readonly name?: string | undefined;
  readonly schema?: string | undefined;
}

/** @throws CannotRun if there is none. */
export function openLog(where: string, { name, schema }: Named): Promise<OpenLog> {
  if (/^postgres(ql)?:\/\//.test(where)) return inPostgres(where, { name, schema });
  if (name !== undefined || schema !== undefined) throw new CannotRun("--name and --schema are for postgres://….");
  return inFolder(where);
}

async function inFolder(folder: string): Promise<OpenLog> {
  let names: string[];
  try {
    names = await fs.readdir(folder);
  } catch (error) {
    throw new CannotRun(`${folder} is no folder that can be read: ${(error as Error).message}`);
  }
  const files = names.filter((each) => each.endsWith(".jsonl"));
  // An empty log is one in which everything is as it was written, and a wrong folder is none.
  if (files.length === 0) throw new CannotRun(`${folder} holds no file of a log.`);
  const sizes = await Promise.all(files.map(async (file) => (await fs.stat(path.join(folder, file))).size));
  const sink = fileSink({ folder });
  return {
    read: () => sink.read(),
    totalBytes: sizes.reduce((sum, size) => sum + size, 0),
    close: () => Promise.resolve(),
  };
}

async function inPostgres(url: string, named: Named): Promise<OpenLog> {
  const [{ postgresSink }, { default: pg }] = await Promise.all([
    import("../sinks/postgres/index.js"),
    import("pg"),
  ]).catch((cause: unknown) => {
    throw new CannotRun("A log in Postgres needs its packages: npm install pg @holdpoint/tier2-store-postgres", {
      cause,
    });
  });
  // What breaks the connection is told by the statement that it breaks.
  const client = new pg.Pool({ connectionString: url, max: 1 }).on("error", () => {});
  const { name, schema } = named;
  const sink = postgresSink({ client, ...(name !== undefined && { name }), ...(schema !== undefined && { schema }) });
  return { read: () => sink.read(), totalBytes: undefined, close: () => client.end() };
}
