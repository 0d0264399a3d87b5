import fc from "fast-check";
import { expect, test } from "vitest";
import { routes } from "../../src/entry/routes.js";
import { nameIn, sentenceOf } from "../../src/timeline/sentences.js";
import { lineOf } from "../../src/timeline/timeline.js";

const types = [...Object.keys(routes), "recovered", "missed", "of_a_later_version", "__proto__", "toString"];

test("any body is told on one line, without anything that could steer a terminal", () => {
  const text = fc.string({ unit: "binary" });
  const value = fc.oneof(text, fc.jsonValue());
  const body = fc
    .tuple(fc.constantFrom(...types), fc.dictionary(text, value))
    .map(([type, rest]) => ({ ...rest, type }));
  fc.assert(
    fc.property(body, fc.integer(), (given, atMs) => {
      const read = JSON.parse(JSON.stringify(given));
      for (const line of [sentenceOf(read), lineOf({ seq: 1, atMs, kind: "done", body: read }), nameIn(read) ?? ""]) {
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/u);
      }
    }),
    { numRuns: 2000 },
  );
});

test("what a person wrote is shown, and does not end its line", () => {
  const body = { type: "approval_denied", by: "user:bob", reason: 'no\n"\u001b[2Jallowed\u202E' };
  expect(sentenceOf(body)).toBe('user:bob denied it: "no\\u{a}"\\u{1b}[2Jallowed\\u{202e}"');
});
