import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openBody, sealBody } from "../../src/entry/encryption.js";
import { readEntry } from "../../src/entry/read-entry.js";
import { audited } from "../support/audited.js";
import { said } from "../support/judged.js";
import { logOf } from "../support/logs.js";

const newKey = (keyId: string) => ({ keyId, key: randomBytes(32) });
const place = { log: "l", seq: 3, atMs: 5, kind: "done" } as const;
const entry = (sealed: ReturnType<typeof sealBody>, at = place) => ({ v: 1, ...at, sealed }) as const;

test("any body comes out as it went in, for the holder of its key", () => {
  const key = newKey("k");
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()), (value) => {
      const body = JSON.parse(JSON.stringify(value));
      const opened = openBody([newKey("other"), key], entry(sealBody(key, place, body)));
      expect(opened).toMatchObject({ kind: "opened" });
      expect(opened.kind === "opened" && opened.body).toEqual(body);
    }),
    { numRuns: 200 },
  );
});

test("an encrypted log verifies without its key, and says nothing without it", async () => {
  const key = newKey("k");
  const lines = logOf(6, { key });
  expect(await said(lines)).toBe("ok");
  const text = Buffer.concat(lines).toString();
  for (const part of ["delete_foo", "op_", "intent", "Foo"]) expect(text).not.toContain(part);
  expect(text).toContain('"kind":"decided"');
  const opened = lines.map((line) => openBody([], readEntry(line)?.entry as never).kind);
  expect(new Set(opened)).toEqual(new Set(["no_key"]));
});

test("every flipped bit of an encrypted log is told", async () => {
  const whole = Buffer.concat(logOf(1, { key: newKey("k") }));
  for (let byte = 0; byte < whole.length; byte += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const flipped = Buffer.from(whole);
      flipped[byte] = (flipped[byte] as number) ^ (1 << bit);
      expect(await said(flipped)).toBe("altered 1");
    }
  }
});

test("a body that was put into another place does not open", () => {
  const key = newKey("k");
  const sealed = sealBody(key, place, { type: "completed" });
  for (const other of [{ log: "m" }, { seq: 4 }, { atMs: 6 }, { kind: "decided" as const }]) {
    const moved = { ...place, ...other } as typeof place;
    expect(openBody([key], entry(sealed, moved))).toEqual({ kind: "wrong_key", keyId: "k" });
  }
});

test("two entries that say the same share neither ciphertext nor digest", () => {
  const key = newKey("k");
  const [one, other] = [sealBody(key, place, { a: 1 }), sealBody(key, place, { a: 1 })];
  for (const part of ["iv", "tag", "data", "digest"] as const) expect(one[part]).not.toBe(other[part]);
});

test("after a rotation each entry opens with the key of its time", async () => {
  const [old, current] = [newKey("2026-11"), newKey("2026-12")];
  const before = audited({ encryption: old });
  await before.preview(1);
  await before.audit.flush();
  const after = audited({ encryption: current, sink: before.sink });
  await after.preview(2);
  await after.audit.flush();
  expect(await said(before.sink.lines)).toBe("ok");
  const bodies = (await before.entries([current, old])).map(({ entry: { sealed }, body }) => [
    sealed?.keyId,
    body.params,
  ]);
  expect(bodies).toEqual([
    ["2026-11", { id: 1 }],
    ["2026-12", { id: 2 }],
  ]);
  expect((await before.entries([current])).map(({ body }) => body.params)).toEqual([undefined, { id: 2 }]);
});
