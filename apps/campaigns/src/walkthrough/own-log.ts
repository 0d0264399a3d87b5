import { randomBytes } from "node:crypto";
import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AuditLog, auditLog, checkpointKeys, fileSink } from "@holdpoint/tier2-audit";

/** The log of the whole walk-through: every server of every chapter appends to it. */
export interface OwnLog {
  /** Its files. */
  readonly folder: string;
  /** Signed checkpoints, one a line: kept where whoever has the log does not come. */
  readonly checkpoints: string;
  readonly publicKey: string;
  /** For one server more. */
  open(): AuditLog;
  remove(): Promise<void>;
}

export async function ownLog(): Promise<OwnLog> {
  const made = await mkdtemp(join(tmpdir(), "campaigns-walkthrough-"));
  const [folder, checkpoints, publicKeyFile] = ["audit", "checkpoints.jsonl", "checkpoints.public.pem"].map((name) =>
    join(made, name),
  ) as [string, string, string];
  const { privateKey, publicKey } = checkpointKeys();
  await writeFile(publicKeyFile, publicKey.export({ type: "spki", format: "pem" }));
  const commitmentKey = randomBytes(32);
  return {
    folder,
    checkpoints,
    publicKey: publicKeyFile,
    open: () =>
      auditLog({
        sink: fileSink({ folder }),
        commitmentKey,
        tier1: true,
        checkpoints: {
          privateKey,
          export: (checkpoint) => appendFile(checkpoints, `${JSON.stringify(checkpoint)}\n`),
        },
      }),
    remove: () => rm(made, { recursive: true, force: true }),
  };
}
