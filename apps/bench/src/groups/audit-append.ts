import { mkdtemp, open, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { auditLog, fileSink } from "@holdpoint/tier2-audit";
import { migrateAudit, postgresSink } from "@holdpoint/tier2-audit/postgres";
import type { JournalContext, Tier2Event } from "@holdpoint/tier2-core";
import type pg from "pg";
import type { Contestant, Goal, Group } from "../harness/group.js";
import { postgresServer } from "./postgres-server.js";

/** What the engine journals of a call, with about as much in it as a real one has. */
const about = (index: number) => ({
  atMs: Date.now(),
  server: "bench",
  tool: "update_offer_payout",
  requester: { tokenId: "mcp-token-a", subject: "user:alice" },
  operationId: `op_${index}`,
});
const intentOf = (index: number): Tier2Event => ({
  ...about(index),
  type: "intent",
  params: { offer_id: index, new_payout: 6.2 },
  summary: "Will set the payout of offer 12 from $4.50 to $6.20",
  preview: { offer_id: index, name: "Sweepstakes FR Gold", payout: { now: "4.50", new: "6.20" } },
  material: { target: `offer ${index}`, currentState: "it pays $4.50", expectedOutcome: "it pays $6.20" },
  policies: { requested: [], allowed: [] },
  checks: {
    authorize: "application",
    enabled: "none",
    policy: "holdpoint",
    state: "holdpoint",
    risk: "none",
    duplicate: "holdpoint",
  },
});
const completionOf = (index: number): Tier2Event => ({ ...about(index), type: "completed", durationMs: 3 });

const outside: JournalContext = { tx: undefined };
/** As long as a line of the log. */
const bareLine = `${"x".repeat(900)}\n`;
const bareTable = "CREATE TABLE bench_line (seq bigserial PRIMARY KEY, line text NOT NULL)";
const bareInsert = "INSERT INTO bench_line (line) VALUES ($1)";

const files = "files";
const bareFile = "bare appends, each synced";
const inserts = "bare INSERTs";

// One entry at a time costs about what the disk costs; many at once share one write, and the bare ones do not.
const goals: Goal[] = [
  { of: files, over: bareFile, atLeast: 0.6, concurrency: 1 },
  ...[16, 64].map((concurrency) => ({ of: files, over: bareFile, atLeast: 1, concurrency })),
  { of: "Postgres", over: inserts, atLeast: 0.5, concurrency: 1 },
  ...[16, 64].map((concurrency) => ({ of: "Postgres", over: inserts, atLeast: 1, concurrency })),
];

export const auditAppend: Group = {
  name: "audit-append",
  title: "Audit log: one intent, durable",
  operation:
    "One intent journaled and waited for: written, chained, and on the disk (but where it says not). The bare ones write as many bytes, in no order and with nothing to prove. In a transaction: one row of an effect beside it, committed with it, on a pool of ten.",
  operations: (concurrency) => (concurrency === 1 ? 300 : 2_000),
  goals,
  async open() {
    const folder = await mkdtemp(path.join(os.tmpdir(), "holdpoint-bench-audit-"));
    const { pool, close } = await postgresServer();
    const [client, joining, bare, effects] = [pool(), pool(), pool(), pool()];
    await migrateAudit({ client });
    await bare.query(bareTable);
    const logs = [
      auditLog({ sink: fileSink({ folder: path.join(folder, "synced") }) }),
      auditLog({ sink: fileSink({ folder: path.join(folder, "not-synced"), fsync: false }) }),
      auditLog({ sink: postgresSink({ client }) }),
    ] as const;
    const appended = await open(path.join(folder, "bare"), "a");
    const joined = auditLog({ sink: postgresSink({ client: joining, name: "joined" }) });
    return {
      contestants: [
        journaling(files, logs[0].journal),
        journaling("files, fsync: false", logs[1].journal),
        {
          name: bareFile,
          async run() {
            await appended.write(bareLine);
            await appended.datasync();
          },
        },
        journaling("Postgres", logs[2].journal),
        bareStatement(inserts, bare),
        inTransaction("effect, intent and ending in a transaction", joining, async (tx, index) => {
          await joined.journal(intentOf(index), { tx });
          await joined.journal(completionOf(index), { tx });
          joined.onEvent(completionOf(index)); // as the engine tells it once it is committed
        }),
        inTransaction("effect and bare INSERT in a transaction", effects, async (tx) => {
          await tx.query(bareInsert, [bareLine]);
        }),
      ],
      async close() {
        for (const log of [...logs, joined]) await log.close();
        await appended.close();
        await close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

const journaling = (
  name: string,
  journal: (event: Tier2Event, within: JournalContext) => Promise<void>,
): Contestant => ({
  name,
  run: (index) => journal(intentOf(index), outside),
});

const bareStatement = (name: string, client: pg.Pool): Contestant => ({
  name,
  async run() {
    await client.query({ name: "bench_insert", text: bareInsert, values: [bareLine] });
  },
});

const inTransaction = (
  name: string,
  client: pg.Pool,
  write: (tx: pg.PoolClient, index: number) => Promise<void>,
): Contestant => ({
  name,
  async run(index) {
    const tx = await client.connect();
    try {
      await tx.query("BEGIN");
      await tx.query(bareInsert, ["effect"]);
      await write(tx, index);
      await tx.query("COMMIT");
    } finally {
      tx.release();
    }
  },
});
