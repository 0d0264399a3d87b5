import { createTier2, defineTier2Tool, type Reply, type Tier2Event } from "@holdpoint/tier2-core";
import { migrate, type PostgresStore, postgresStore } from "@holdpoint/tier2-store-postgres";
import { z } from "zod";
import { auditLog } from "../../../src/audit-log.js";
import { readEntry } from "../../../src/entry/read-entry.js";
import { type PostgresSinkOptions, postgresSink } from "../../../src/sinks/postgres/index.js";
import type { Opened } from "./clients.js";

type Tx = { readonly effect: (note: string) => Promise<unknown> };

export interface WorldOptions {
  readonly handler?: (tx: Tx, id: number) => Promise<void>;
  readonly sink?: Partial<PostgresSinkOptions>;
  readonly waitForCompletionMs?: number;
}

/** A tool that writes one row an execution inside its transaction, an engine, and its log in the same database. */
export async function aWorld(
  opened: Opened,
  insert: (tx: never, note: string) => Promise<unknown>,
  options: WorldOptions = {},
) {
  const { client, schema, run } = opened;
  await migrate({ client, schema });
  await run(`create table if not exists "${schema}".effect (note text not null)`);
  const store = postgresStore({ client, schema }) as PostgresStore<never>;

  function process() {
    const sink = postgresSink({ client, schema, ...options.sink });
    const audit = auditLog({ sink });
    const events: Tier2Event[] = [];
    const engine = createTier2({
      store,
      server: "shop",
      journal: audit.journal,
      onEvent(event) {
        events.push(event);
        audit.onEvent(event);
      },
      waitForCompletionMs: options.waitForCompletionMs ?? 10_000,
    });
    const tool = defineTier2Tool({
      name: "pay",
      input: z.object({ id: z.number() }),
      duplicates: "allow",
      transaction: store,
      preview: ({ id }) => ({ summary: `Will pay ${id}`, preview: { id } }),
      async execute({ id }, { tx }) {
        const effect = (note: string) => insert(tx, note);
        await (options.handler ?? (({ effect }) => effect(`paid ${id}`)))({ effect }, id);
        return { message: "Paid" };
      },
    });
    const call = (args: object): Promise<Reply> =>
      engine.call(tool, args, { requester: { tokenId: "alice", subject: "user:alice" } });
    return {
      engine,
      audit,
      events,
      sink,
      async pay(id: number): Promise<Reply> {
        const { confirm_token } = (await call({ id })).body as { confirm_token: string };
        return call({ id, confirm_token });
      },
      call,
      async end() {
        await engine.close();
        await audit.close();
      },
    };
  }

  return {
    process,
    effects: async () =>
      (await run(`select note from "${schema}".effect order by note`)).map(({ note }) => note as string),
    /** The kinds of entries of each operation, in order. */
    async entries(): Promise<{ type: string; operationId: string }[]> {
      const found: { type: string; operationId: string }[] = [];
      for await (const line of postgresSink({ client, schema }).read()) {
        const body = readEntry(line)?.entry.body as { type: string; operationId?: string };
        found.push({ type: body.type, operationId: body.operationId ?? "" });
      }
      return found;
    },
  };
}
