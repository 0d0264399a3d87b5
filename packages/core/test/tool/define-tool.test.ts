import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineTier2Tool, definitionOf } from "../../src/tool/define-tool.js";
import type { Tier2Tool } from "../../src/tool/definition.js";

const preview = () => ({ summary: "Will delete the foo", preview: {} });
const execute = () => ({ message: "Deleted" });
const good = { name: "delete_foo", preview, execute };
const unreadable = {
  "~standard": {
    ...{ version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
    jsonSchema: {
      input: () => {
        throw new Error("no JSON Schema");
      },
    },
  },
};
const define = (definition: unknown) => defineTier2Tool(definition as typeof good);

describe("a definition is refused as a set-up error", () => {
  test.each<[string, unknown, RegExp]>([
    ["nothing", undefined, /its name must be/],
    ["null", null, /its name must be/],
    ["no name", { preview, execute }, /its name must be/],
    ["an empty name", { ...good, name: "" }, /its name must be/],
    ["a name with a space", { ...good, name: "delete foo" }, /Tool "delete foo": its name must be/],
    ["a name with a line end", { ...good, name: "delete_foo\n" }, /its name must be/],
    ["a name of letters that look alike", { ...good, name: "d\u0435lete_foo" }, /its name must be/],
    ["a name of 129 characters", { ...good, name: "x".repeat(129) }, /its name must be/],
    ["a name that is no text", { ...good, name: 7 }, /its name must be/],
    ["no preview", { name: "delete_foo", execute }, /echoing the arguments is no preview/],
    ["a preview that is no function", { ...good, preview: {} }, /it has no preview/],
    ["no execute function", { name: "delete_foo", preview }, /it has no execute function/],
    ["a reconcile that is no function", { ...good, reconcile: "later" }, /its reconcile is no function/],
    ["a shape of schemas for an input", { ...good, input: { id: z.number() } }, /no Standard Schema/],
    ["a JSON Schema for an input", { ...good, input: { type: "object" } }, /no Standard Schema/],
    ["null for an input", { ...good, input: null }, /no Standard Schema/],
    ["a tier that is neither 1 nor 2", { ...good, tier: 3 }, /its tier must be 1, 2 or a function/],
    ["a tier that is a text", { ...good, tier: "1" }, /its tier must be 1, 2 or a function/],
    ["one secret instead of a list", { ...good, secrets: "password" }, /its secrets must be a list of paths/],
    ["secrets that are no paths", { ...good, secrets: [["smtp", "password"]] }, /its secrets must be a list of paths/],
    ["one result secret instead of a list", { ...good, resultSecrets: "url" }, /its resultSecrets must be a list/],
    ["result secrets that are no paths", { ...good, resultSecrets: [7] }, /its resultSecrets must be a list/],
    ["a transaction of a store that has none", { ...good, transaction: { swap: execute } }, /a store that can join/],
    [
      "a secret that its input does not have",
      { ...good, input: z.object({ password: z.string() }), secrets: ["password", "pasword"] },
      /its secret "pasword" is no argument of its input schema/,
    ],
    [
      "secrets that have no name",
      { ...good, input: z.record(z.string(), z.string().meta({ writeOnly: true })) },
      /its input schema marks all arguments writeOnly/,
    ],
    ["one resolver for all", { ...good, resolve: () => "x" }, /its resolve must be an object of functions/],
    ["null for resolvers", { ...good, resolve: null }, /its resolve must be an object of functions/],
    ["a resolver that is no function", { ...good, resolve: { at: "tomorrow" } }, /an object of functions/],
    [
      "a resolver of what its input does not have",
      { ...good, input: z.object({ at: z.string() }), resolve: { att: () => "x" } },
      /its resolve.att is no argument of its input schema/,
    ],
    ["a resolver of a secret", { ...good, secrets: ["at"], resolve: { at: () => "x" } }, /its resolve.at is secret or/],
    [
      "a resolver of what holds a secret",
      {
        ...good,
        input: z.object({ at: z.object({ pin: z.string().meta({ writeOnly: true }) }) }),
        resolve: { at: () => 1 },
      },
      /its resolve.at is secret or holds a secret/,
    ],
    ["a misspelt list of secrets", { ...good, secretz: ["password"] }, /an unknown member "secretz"/],
    ["a misspelt list of result secrets", { ...good, resultSecret: ["url"] }, /an unknown member "resultSecret"/],
    ["a misspelt rule for duplicates", { ...good, duplicate: "allow" }, /an unknown member "duplicate"/],
    ["an unknown member that is undefined", { ...good, toString: undefined }, /an unknown member "toString"/],
    [
      "a schema whose library gives no JSON Schema, while no secrets are named",
      { ...good, input: unreadable },
      /cannot be turned into JSON Schema.*say `secrets: \[\]` if it has none/,
    ],
    ["duplicates that are neither refused nor allowed", { ...good, duplicates: "warn" }, /its duplicates must be/],
  ])("for %s", (_what, definition, problem) => {
    expect(() => define(definition)).toThrow(
      expect.objectContaining({
        name: "Tier2Error",
        code: "invalid_setup",
        message: expect.stringMatching(/^Tool .*: its? /),
      }),
    );
    expect(() => define(definition)).toThrow(problem);
  });
});

describe("a definition is taken", () => {
  test.each(["a", "x".repeat(128), "delete_foo", "shop/delete-foo.v2", "_"])("under the name %s", (name) => {
    expect(define({ ...good, name }).name).toBe(name);
  });

  test("with an input of any library that speaks Standard Schema, also a schema that is a function", () => {
    const validate = (value: unknown) => ({ value });
    const callable = Object.assign(() => {}, { "~standard": { version: 1, vendor: "test", validate } });
    for (const input of [z.object({ id: z.number() }), callable])
      expect(define({ ...good, input }).name).toBe(good.name);
  });

  test("with every tier, secrets and reconcile there can be", () => {
    const reconcile = () => ({ outcome: "unknown" });
    for (const tier of [1, 2, () => 1]) define({ ...good, tier, secrets: [], reconcile });
    expect(
      define({
        ...good,
        secrets: ["password", "smtp.password"],
        resultSecrets: ["url"],
        resolve: { at: () => "x", pass: () => 1 },
      }).name,
    ).toBe(good.name);
  });
});

describe("the secrets of a definition", () => {
  const secretsOf = (input: unknown, secrets?: string[]) =>
    definitionOf(define({ ...good, input, ...(secrets && { secrets }) })).secrets;
  const password = z.string().meta({ writeOnly: true });

  test("are those that it declares and those that its schema marks writeOnly, each once", () => {
    expect(secretsOf(z.object({ password, pin: z.string() }), ["pin", "password"])).toEqual(["pin", "password"]);
    expect(secretsOf(z.object({ smtp: z.object({ password }) }))).toEqual(["smtp.password"]);
    expect(secretsOf(z.object({ id: z.number() }))).toBeUndefined();
  });

  test("are marked on either side of a schema that transforms", () => {
    expect(secretsOf(z.object({ pin: password.transform(Number) }))).toEqual(["pin"]);
    expect(secretsOf(z.object({ pin: z.preprocess(String, password) }))).toEqual(["pin"]);
  });

  test("are taken as they are declared where nobody can tell what the schema is", () => {
    const validate = (value: unknown) => ({ value });
    expect(secretsOf({ "~standard": { version: 1, vendor: "test", validate } }, ["pasword"])).toEqual(["pasword"]);
    expect(secretsOf(undefined, ["pasword"])).toEqual(["pasword"]);
  });

  test("are what is said where the library gives no JSON Schema, also if that is none", () => {
    expect(secretsOf(unreadable, ["password"])).toEqual(["password"]);
    expect(secretsOf(unreadable, [])).toEqual([]);
  });

  test("are marked beside what has no JSON Schema, and a misspelt one is told beside a transform of the whole", () => {
    expect(secretsOf(z.object({ at: z.date(), password }))).toEqual(["password"]);
    const moved = z.object({ host: z.string(), password }).transform(({ host, password: pw }) => ({ host, pw }));
    expect(secretsOf(moved)).toEqual(["password"]);
    expect(() => secretsOf(moved, ["pasword"])).toThrow(/its secret "pasword" is no argument/);
  });

  test("may be every member that a definition has", () => {
    const all = { title: "t", description: "d", category: "delete", level: "L1", mutates: "reversible" };
    const more = {
      discloses: "none",
      destructive: false,
      duplicates: "allow",
      tier: 2,
      resolve: {},
      transaction: undefined,
    };
    expect(define({ ...good, ...all, ...more }).name).toBe(good.name);
  });
});

describe("a defined tool", () => {
  test("shows its name, title, description and input, and nothing of how it works", () => {
    const input = z.object({});
    const tool = define({ ...good, title: "Delete", description: "Deletes", input, category: "delete" });
    expect(tool).toEqual({ name: "delete_foo", title: "Delete", description: "Deletes", input });
    expect(Object.keys(define(good))).toEqual(["name"]);
    expect(JSON.stringify(define(good))).toBe('{"name":"delete_foo"}');
  });

  test("cannot be changed, and does not change with the definition it was made of", () => {
    const mine = { ...good };
    const tool = define(mine);
    mine.execute = () => ({ message: "something else" });
    expect(definitionOf(tool)).toMatchObject({ execute });
    expect(() => Object.assign(tool, { name: "other" })).toThrow(TypeError);
    expect(() => Object.assign(definitionOf(tool), { execute: preview })).toThrow(TypeError);
  });

  test("is understood by another copy of this package", () => {
    const key = Symbol.for("holdpoint.tool-definition");
    const tool = define(good) as Tier2Tool & Record<symbol, unknown>;
    expect(tool[key]).toEqual(good);
    const foreign = Object.defineProperty({ name: "x" }, key, { value: good }) as Tier2Tool;
    expect(definitionOf(foreign)).toBe(good);
  });

  test("is told from everything that only looks like one", () => {
    for (const other of [good, {}, { name: "delete_foo" }, undefined, null]) {
      expect(() => definitionOf(other as Tier2Tool)).toThrow(expect.objectContaining({ code: "invalid_setup" }));
      expect(() => definitionOf(other as Tier2Tool)).toThrow(/no tool made by defineTier2Tool/);
    }
  });
});
