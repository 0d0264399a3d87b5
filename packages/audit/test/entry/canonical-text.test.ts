import canonicalize from "canonicalize";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalText } from "../../src/entry/canonical-text.js";
import { readEntryText } from "../../src/entry/read-entry.js";

test("is what RFC 8785 says, as another implementation writes it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const read = JSON.parse(JSON.stringify(value));
      expect(canonicalText(read)).toBe(canonicalize(read));
    }),
    { numRuns: 2000 },
  );
});

test("does not overflow the stack for what is nested deeper than any entry", () => {
  const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`) as unknown;
  expect(() => canonicalText(deep)).toThrow(RangeError);
});

const entry = { v: 1, log: "l", seq: 1, atMs: 0, kind: "done", body: { type: "claimed" } };

test("an entry that is written in any other way than the one is none", () => {
  const text = canonicalText(entry);
  expect(readEntryText(text)).toEqual(entry);
  for (const other of [
    text.replace("{", "{ "),
    text.replace('"done"', '"\\u0064one"'),
    text.replace('"v":1', '"v":1.0'),
    text.replace('"seq":1', '"seq":1,"seq":1'),
    JSON.stringify(entry),
  ]) {
    expect(JSON.parse(other)).toEqual(entry);
    expect(readEntryText(other)).toBeUndefined();
  }
});

test("an entry that has another form is none", () => {
  const sealed = { keyId: "k", iv: "", tag: "", data: "", digest: "" };
  for (const other of [
    { ...entry, v: 2 },
    { ...entry, log: "" },
    { ...entry, seq: 0 },
    { ...entry, seq: 1.5 },
    { ...entry, atMs: "0" },
    { ...entry, kind: "both" },
    { ...entry, more: 1 },
    { ...entry, sealed },
    { ...entry, body: [] },
    { ...entry, body: undefined },
    { ...entry, body: undefined, sealed: { ...sealed, keyId: 5 } },
    { ...entry, body: undefined, sealed: { ...sealed, more: "x" } },
  ]) {
    expect(readEntryText(canonicalText(JSON.parse(JSON.stringify(other))))).toBeUndefined();
  }
});
