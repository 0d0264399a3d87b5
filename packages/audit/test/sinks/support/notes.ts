import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { seal } from "../../../src/chain/seal.js";
import { verifyLog } from "../../../src/chain/verify.js";
import type { Kind } from "../../../src/entry/entry.js";
import type { Json } from "../../../src/entry/json.js";
import { readEntry } from "../../../src/entry/read-entry.js";
import type { Seal, Sink } from "../../../src/sink.js";

const placing = (kind: Kind, body: { readonly [name: string]: Json }) => () => ({ atMs: 0, kind, body });

/** Entries that say so; before them what was recovered, as a log tells it. */
export const notes =
  (...texts: readonly string[]): Seal =>
  (head, recovered) => {
    const told = recovered === undefined ? [] : [placing("log", { type: "recovered", ...recovered })];
    return seal(head, [...told, ...texts.map((note) => placing("done", { note }))], randomUUID).lines;
  };

/** What the entries say, of a log that verifies. */
export async function readNotes(sink: Sink, fromSeq?: number): Promise<string[]> {
  const all: string[] = [];
  for await (const line of sink.read(fromSeq === undefined ? {} : { fromSeq })) {
    const body = readEntry(line)?.entry.body as { note?: string; type?: string } | undefined;
    all.push(body?.note ?? body?.type ?? "?");
  }
  return all;
}

/** The notes of a log that was found intact. */
export async function verifiedNotes(sink: Sink): Promise<string[]> {
  expect(await verifyLog(() => sink.read())).toMatchObject({ ok: true });
  return readNotes(sink);
}

export const faultIn = async (sink: Sink): Promise<string> => {
  const verdict = await verifyLog(() => sink.read());
  return verdict.ok ? "none" : verdict.fault;
};
