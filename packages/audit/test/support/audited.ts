import { defineTier2Tool, type Policy, type Reply, type Tier2Options } from "@holdpoint/tier2-core";
import { type TestTier2, testTier2 } from "@holdpoint/tier2-store-memory/testing";
import { z } from "zod";
import { type AuditLog, auditLog } from "../../src/audit-log.js";
import type { Body } from "../../src/entry/body.js";
import { type EncryptionKey, openBody } from "../../src/entry/encryption.js";
import { type ChainedEntry, readEntry } from "../../src/entry/read-entry.js";
import type { AuditOptions } from "../../src/options.js";
import { type MemorySink, memorySink } from "../../src/sinks/memory-sink.js";

export const opsPolicy: Policy = {
  ...{ id: "deletions", version: 1, scope: "named", tools: ["delete_foo"], approvers: ["user:bob"] },
  onDeadline: "lapse",
};
export const bob = { id: "user:bob", kind: "human" } as const;

export const deleteFoo = (
  execute: (params: { id: number }) => { message: string } = ({ id }) => ({ message: `Foo ${id} deleted` }),
) =>
  defineTier2Tool({
    name: "delete_foo",
    category: "delete",
    input: z.strictObject({ id: z.number(), password: z.string().optional() }),
    secrets: ["password"],
    preview: ({ id }) => ({
      summary: `Will delete foo #${id}`,
      preview: { foo_id: id },
      material: { credential: "shop-admin", target: `foo/${id}` },
    }),
    execute,
  });

/** Answers once, so that a test can wait until something was asked. */
export interface Audited {
  readonly t: TestTier2;
  readonly audit: AuditLog;
  readonly sink: MemorySink;
  readonly tool: ReturnType<typeof deleteFoo>;
  preview(id: number, more?: object): Promise<string>;
  call(args: { id: number; password?: string; confirm_token?: string }): Promise<Reply>;
  /** What is in the log, once all that was told is. */
  entries(keys?: readonly EncryptionKey[]): Promise<(ChainedEntry & { readonly body: Body })[]>;
  /** `kind:type` of each. */
  told(): Promise<string[]>;
}

export function audited(
  options: Partial<AuditOptions> = {},
  engine: Partial<Tier2Options> = {},
  tool = deleteFoo(),
): Audited {
  const sink = memorySink();
  const audit = auditLog({ sink, ...options });
  const t = testTier2({ secretsKey: "k".repeat(64), ...engine, journal: audit.journal, onEvent: audit.onEvent });
  const entries: Audited["entries"] = async (keys = []) => {
    await audit.flush();
    return sink.lines.map((line) => opened(line, keys));
  };
  return {
    ...{ t, audit, sink, tool, entries },
    preview: async (id, more = {}) => (await t.preview(tool, { id, ...more })).confirm_token,
    call: (args) => t.call(tool, args),
    told: async () => (await entries()).map(({ entry, body }) => `${entry.kind}:${body.type}`),
  };
}

function opened(line: Uint8Array, keys: readonly EncryptionKey[]): ChainedEntry & { readonly body: Body } {
  const read = readEntry(line);
  if (read === undefined) throw new Error("A line of the log is none.");
  const found = openBody(keys, read.entry);
  return { ...read, body: found.kind === "opened" ? found.body : {} };
}
