import { PGlite } from "@electric-sql/pglite";
import { migrate } from "@holdpoint/tier2-store-postgres";
import { defaultSchema, recordsSchema, storeBeside } from "../database/database.js";
import { fillDatabase } from "../database/fill-database.js";
import { pgliteSql } from "../database/pglite-sql.js";
import type { Sql } from "../database/sql.js";
import { Agent } from "./agent.js";
import type { Answer } from "./answer.js";
import type { Stage } from "./chapter.js";
import { Gate } from "./gate.js";
import { observer } from "./observe.js";
import { ownLog } from "./own-log.js";
import type { Theatre } from "./run-chapters.js";
import { runServer } from "./running-server.js";

/** One database for all chapters, since it takes seconds to start; each chapter finds it as delivered. */
export async function openTheatre(): Promise<Theatre & { close(): Promise<void> }> {
  const pglite = await PGlite.create();
  const database = pgliteSql(pglite);
  const log = await ownLog();
  const reasonsShown = new Set<string>();
  const onAnswer = ({ body }: Answer) => {
    if (body.status === "rejected") reasonsShown.add(String(body.reason));
  };

  return {
    async close() {
      await pglite.close();
      await log.remove();
    },
    async open(page, checks) {
      await deliver(pglite);
      const cleanUps: (() => Promise<unknown>)[] = [];
      const atEnd = (cleanUp: () => Promise<unknown>) => void cleanUps.unshift(cleanUp);
      const gates: Gate[] = [];
      const connect: Stage["connect"] = (name, transport, hasUser = false) =>
        new Agent({ name, page, onAnswer, hasUser }).connect(transport);
      const stage: Stage = {
        database,
        async saveDatabase(folder) {
          const copy = await PGlite.create({ dataDir: folder, loadDataDir: await pglite.dumpDataDir("none") });
          await copy.close();
        },
        log,
        reasonsShown,
        say: (text) => page.say(text),
        showExchange: (sent, status, text) => page.exchange(sent, status, text),
        showJson: (value) => page.json(value),
        showLines: (lines) => page.lines(lines),
        showTable: (rows) => page.table(rows),
        expect: (what, shown, expected) => checks.expect(what, shown, expected),
        same: (what, shown, expected) => checks.same(what, shown, expected),
        holds: (what, isSo) => checks.holds(what, isSo),
        observe: observer(database, page, checks),
        observeOn: (sql) => observer(sql, page, checks),
        connect,
        atEnd,
        async server(settings = {}) {
          const storeOn = (sql: Sql) => storeBeside(pglite, sql, defaultSchema);
          const server = await runServer({ database, storeOn, engine: settings, audit: log.open(), connect });
          atEnd(() => server.close());
          return server;
        },
        gate() {
          const gate = new Gate();
          gates.push(gate);
          return gate;
        },
      };
      return {
        stage,
        async close() {
          for (const gate of gates) gate.open();
          for (const cleanUp of cleanUps) await cleanUp();
        },
      };
    },
  };
}

/** The example's data as delivered, and no record of any token. */
async function deliver(pglite: PGlite): Promise<void> {
  const records = recordsSchema(defaultSchema);
  await pglite.exec(`set search_path = ${defaultSchema}; drop schema if exists ${defaultSchema}, ${records} cascade`);
  await fillDatabase(pgliteSql(pglite), defaultSchema);
  await migrate({ client: pglite, schema: records });
}
