import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/params/plain-json.js";
import { foundAt, replacedAt, secretValues, withoutSecrets } from "../../src/params/secrets.js";
import { deepFreeze, json } from "../support/json.js";

const cases: { what: string; value: Json; paths: string[]; shown: Json; secrets: string[] }[] = [
  {
    what: "a member",
    value: { user: "ann", password: "hunter2" },
    paths: ["password"],
    shown: { user: "ann" },
    secrets: ["hunter2"],
  },
  {
    what: "a member of a member",
    value: { smtp: { host: "h", password: "hunter2" }, password: "shown" },
    paths: ["smtp.password"],
    shown: { smtp: { host: "h" }, password: "shown" },
    secrets: ["hunter2"],
  },
  {
    what: "a member of each element, through lists of lists",
    value: { users: [{ pin: 1234 }, [{ pin: 5678, name: "b" }], "c", null] },
    paths: ["users.pin"],
    shown: { users: [{}, [{ name: "b" }], "c", null] },
    secrets: ["1234", "5678"],
  },
  {
    what: "all that stands below a path",
    value: { card: { number: "4111", holder: { name: "Ann" }, valid: true, note: null, codes: [7, "x9"] } },
    paths: ["card"],
    shown: {},
    secrets: ["4111", "Ann", "7", "x9"],
  },
  {
    what: "several paths",
    value: { a: "one", b: { c: "two" } },
    paths: ["a", "b.c"],
    shown: { b: {} },
    secrets: ["one", "two"],
  },
  {
    what: "a member whose name holds dots",
    value: { "smtp.password": "hunter2", smtp: { "auth.key": "k3y!", password: "other" } },
    paths: ["smtp.password", "smtp.auth.key"],
    shown: { smtp: {} },
    secrets: ["hunter2", "other", "k3y!"],
  },
  {
    what: "paths that lead nowhere",
    value: { a: { b: 1 }, list: [1], text: "a.b", none: null },
    paths: ["b", "a.b.c", "a.x", "x.b", "list.0", "text.0", "text.length", "none.x", "ab", ""],
    shown: { a: { b: 1 }, list: [1], text: "a.b", none: null },
    secrets: [],
  },
  {
    what: "no value that says nothing",
    value: { password: "", flag: true, none: null },
    paths: ["password", "flag", "none"],
    shown: {},
    secrets: [],
  },
];

describe.each(cases)("secrets: $what", ({ value, paths, shown, secrets }) => {
  test("are taken out of the params that are shown and stored", () => {
    expect(withoutSecrets(deepFreeze(structuredClone(value)), paths)).toEqual(shown);
  });

  test("are collected, so that they can be hidden elsewhere", () => {
    expect(secretValues(value, paths).sort()).toEqual([...secrets].sort());
  });
});

describe("what stands at a path", () => {
  test("is replaced as a whole, in every element, and nothing is put where nothing stood", () => {
    const value = { link: { url: "u", valid: true }, list: [{ pin: 1 }, { other: 2 }, 3], none: null };
    expect(replacedAt(deepFreeze(value), ["link", "list.pin", "list.pin.x", "absent", "none"], "-")).toEqual({
      ...{ link: "-", list: [{ pin: "-" }, { other: 2 }, 3], none: "-" },
    });
  });
});

describe("secrets", () => {
  test("of any params at any paths are not found in what is left", () => {
    const path = fc.array(fc.constantFrom("a", "0", "__proto__", "", "a.b", "length", "\u00e9"), { maxLength: 3 });
    const paths = fc.array(
      path.map((names) => names.join(".")),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(json.object, paths, (value, secret) => {
        expect(secretValues(withoutSecrets(value, secret), secret)).toEqual([]);
      }),
    );
  });

  test("declared nowhere leave everything as it was", () => {
    fc.assert(
      fc.property(json.any, (value) => {
        expect(withoutSecrets(value, [])).toEqual(value);
        expect(secretValues(value, [])).toEqual([]);
      }),
    );
  });

  test("below __proto__ are taken out like others, and members beside them stay", () => {
    const value = JSON.parse('{"__proto__":{"password":"hunter2","polluted":true},"a":1}') as Json;
    expect(JSON.stringify(withoutSecrets(value, ["__proto__.password"]))).toBe('{"__proto__":{"polluted":true},"a":1}');
    expect(secretValues(value, ["__proto__.password"])).toEqual(["hunter2"]);
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
  });

  test("are looked for in own members only", () => {
    expect(secretValues({ a: {} }, ["a.constructor.name", "toString", "__proto__"])).toEqual([]);
  });
});

test("each is found with its place: members by name, elements by index", () => {
  const value = { users: [{ pin: 1 }, [{ pin: 2 }], null, "c"], admin: { pin: 3 } };
  expect(foundAt(value, ["users.pin", "admin.pin", "none"])).toEqual([
    { place: "users.0.pin", value: 1 },
    { place: "users.1.0.pin", value: 2 },
    { place: "admin.pin", value: 3 },
  ]);
  expect(foundAt([{ a: { b: "x" } }], ["a.b"])).toEqual([{ place: "0.a.b", value: "x" }]);
});

test.each([["a text"], [7], [null], [true]])("nothing is found in %j", (value) => {
  expect(foundAt(value, ["a"])).toEqual([]);
});
