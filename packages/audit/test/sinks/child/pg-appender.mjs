// A process that appends to a log in Postgres and says which entries were acknowledged. Plain JavaScript on the built package.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import process from "node:process";
import pg from "pg";
import { seal } from "../../../dist/chain/seal.js";
import { postgresSink } from "../../../dist/sinks/postgres/index.js";

const { url, schema, name, count } = JSON.parse(process.argv[2]);
const client = new pg.Pool({ connectionString: url, max: 3 }).on("error", () => {});
const sink = postgresSink({ client, schema });
let next = 0;
async function work() {
  while (next < count) {
    const note = `${name}.${next++}`;
    await sink.append((head) => seal(head, [() => ({ atMs: 0, kind: "done", body: { note } })], randomUUID).lines);
    fs.writeSync(1, `${note}\n`);
  }
}
await Promise.all([work(), work(), work()]);
await client.end();
process.disconnect();
