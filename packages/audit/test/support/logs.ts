import { createHmac } from "node:crypto";
import { seal } from "../../src/chain/seal.js";
import type { Body } from "../../src/entry/body.js";
import type { EncryptionKey } from "../../src/entry/encryption.js";
import type { Kind } from "../../src/entry/entry.js";
import type { Head } from "../../src/sink.js";
import { placing } from "../../src/writing/note.js";

/** The lines of a log of so many entries: the same each time for one name. */
export function logOf(count: number, { name = "log-a", key }: { name?: string; key?: EncryptionKey } = {}): Buffer[] {
  const bodies = Array.from({ length: count }, (_, index) => bodyAt(name, index));
  return linesAfter(null, bodies, { name, ...(key && { key }) });
}

export function linesAfter(
  head: Head | null,
  bodies: readonly Body[],
  { name = "log-a", key }: { name?: string; key?: EncryptionKey } = {},
): Buffer[] {
  const placings = bodies.map((body, index) => {
    const kind: Kind = index % 2 === 0 ? "decided" : "done";
    return placing({ kind, body }, 1_764_000_000_000 + index, key);
  });
  return seal(head, placings, () => name).lines.map((line) => Buffer.from(line));
}

export const bodyAt = (name: string, index: number): Body => ({
  type: index % 2 === 0 ? "intent" : "completed",
  operationId: `op_${createHmac("sha256", name)
    .update(String(index >> 1))
    .digest("base64url")}`,
  tool: "delete_foo",
  summary: "Löscht Foo № 7 \uFFFD",
});

/** As a sink gives them: split after each newline, a torn rest last. */
export async function* read(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; ) {
    const newline = bytes.indexOf(10, from);
    const to = newline < 0 ? bytes.length : newline + 1;
    yield bytes.subarray(from, to);
    from = to;
  }
}
