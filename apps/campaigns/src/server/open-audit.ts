import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AuditLog, auditLog, fileSink, type Sink } from "@holdpoint/tier2-audit";
import type { OpenDatabase } from "../database/database.js";
import type { Place } from "./read-options.js";

export interface OpenAudit {
  readonly log: AuditLog;
  /** For whoever wants to verify it. */
  readonly where: string;
  close(): Promise<void>;
}

interface AuditParts {
  readonly place: Place;
  /** The folder that was asked for. Otherwise the log lies where the database does. */
  readonly folder: string | undefined;
  readonly database: OpenDatabase;
  /** What secrets of the example are sealed with. */
  readonly key: Uint8Array;
}

/** The log of what is proposed, allowed and done. */
export async function openAudit({ place, folder, database, key }: AuditParts): Promise<OpenAudit> {
  const { sink, remove } = await sinkFor(place, folder, database);
  const log = auditLog({
    sink,
    commitmentKey: createHmac("sha256", key).update("campaigns audit commitments").digest(),
    onFailure: (error) => console.error(`The audit log cannot be written: ${(error as Error).message}`),
  });
  return {
    log,
    where: sink.name,
    async close() {
      // What is lost of it was told by onFailure; the database has to be closed all the same.
      await log.close().catch((error: Error) => console.error(error.message));
      await remove?.();
    },
  };
}

async function sinkFor(
  place: Place,
  folder: string | undefined,
  database: OpenDatabase,
): Promise<{ sink: Sink; remove?: () => Promise<void> }> {
  if (folder !== undefined) return { sink: fileSink({ folder }) };
  switch (place.kind) {
    case "server":
      if (database.auditSink !== undefined) return { sink: database.auditSink };
      throw new TypeError("A database server keeps the log beside its records.");
    case "folder":
      return { sink: fileSink({ folder: join(place.folder, "audit") }) };
    case "memory": {
      // Gone with its database: what it tells of is gone too.
      const made = await mkdtemp(join(tmpdir(), "campaigns-audit-"));
      return { sink: fileSink({ folder: made }), remove: () => rm(made, { recursive: true, force: true }) };
    }
  }
}
