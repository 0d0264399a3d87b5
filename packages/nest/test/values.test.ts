import fc from "fast-check";
import { expect, test } from "vitest";
import { paramsOfArguments } from "../src/params-of-arguments.js";
import { plainValue } from "../src/plain-value.js";
import { privateCopy } from "../src/private-copy.js";

class Dto {
  constructor(members: object) {
    Object.assign(this, members);
  }
}

class Money {
  readonly #cents: number;
  constructor(cents: number) {
    this.#cents = cents;
  }
  toJSON() {
    return `${this.#cents}`;
  }
}

/** What pipes make of a request: JSON, with instances of classes and dates in it. */
const piped = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.jsonValue(),
    fc.date({ noInvalidDate: true }),
    fc.integer().map((cents) => new Money(cents)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie("value"), { maxKeys: 4 }).map((members) => new Dto(members)),
  ),
})).value;

const json = (value: unknown) => JSON.stringify(value);

test("a plain value is what JSON keeps, and nothing but plain objects, lists and scalars", () => {
  fc.assert(
    fc.property(piped, (value) => {
      expect(json(plainValue(value))).toBe(json(value));
      expect(structuredClone(plainValue(value))).toEqual(plainValue(value));
    }),
  );
});

test("a private copy has the classes and the JSON of the original, and shares nothing that could be changed", () => {
  const objectsIn = (value: unknown): object[] =>
    typeof value !== "object" || value === null || value instanceof Money
      ? []
      : [value, ...Object.values(value).flatMap(objectsIn)];
  fc.assert(
    fc.property(piped, (value) => {
      const copy = privateCopy(value);
      expect(json(copy)).toBe(json(value));
      const [own, original] = [objectsIn(copy), objectsIn(value)];
      expect(own.map(Object.getPrototypeOf)).toEqual(original.map(Object.getPrototypeOf));
      const isShared = (one: object) => Object.keys(one).length > 0 && original.includes(one);
      expect(own.some(isShared)).toBe(false);
    }),
  );
});

test("what has no JSON stays, for core to refuse it by name", () => {
  const odd = { map: new Map(), big: 1n, run: () => {} };
  expect(plainValue(odd)).toEqual(odd);
});

test("an argument nested deeper than core takes does not exhaust the stack", () => {
  const deep: { inner?: object } = {};
  let innermost = deep;
  for (let depth = 0; depth < 100_000; depth++) innermost = innermost.inner = {};
  expect(() => privateCopy(deep)).not.toThrow();
  expect(() => plainValue(deep)).not.toThrow();
});

test("arguments that do not count change no params", () => {
  fc.assert(
    fc.property(fc.array(piped, { minLength: 3, maxLength: 3 }), piped, (args, other) => {
      const counted = [{ index: 1, place: "body" as const, name: "dto" }];
      const [first, second] = [args, [other, args[1], other]].map((given) => paramsOfArguments(counted, given));
      expect(first).toEqual(second);
    }),
  );
});

const member = fc.constantFrom("id", "body", "query", "@Body()", "why");
const scalar = fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 1 }), fc.constant([1]));
const whole = fc.oneof(scalar, fc.dictionary(member, scalar, { maxKeys: 2 }));
/** What a method cannot tell apart: a member that is undefined, and none; no object, and an empty one. */
const told = (value: unknown) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members.sort());
};

test.each([
  [
    "a query and a body",
    [
      { index: 0, place: "query" as const },
      { index: 1, place: "body" as const },
    ],
    [whole, whole],
  ],
  [
    "a named query and a body",
    [
      { index: 0, place: "query" as const, name: "id" },
      { index: 1, place: "body" as const },
    ],
    [scalar, whole],
  ],
  ["a body", [{ index: 0, place: "body" as const }], [whole]],
  [
    "a body beside a named param",
    [
      { index: 0, place: '@Tier2Param("id")' as const, name: "id" },
      { index: 1, place: "body" as const },
    ],
    [scalar, whole],
  ],
])("different arguments are different params: %s", (_what, counted, parts) => {
  const args = fc.tuple(...parts);
  fc.assert(
    fc.property(args, args, (one, other) => {
      const [first, second] = [one, other].map((given) => paramsOfArguments(counted, given));
      if (first?.malformed !== undefined || second?.malformed !== undefined) return;
      const isSame = json(first?.params) === json(second?.params);
      if (isSame) expect(one.map(told)).toEqual(other.map(told));
    }),
    { numRuns: 5000 },
  );
});

class Hidden {
  readonly #id: number;
  constructor(id: number) {
    this.#id = id;
  }
  get id() {
    return this.#id;
  }
}

test("a value whose class tells no state of it is malformed, wherever it stands", () => {
  const counted = [{ index: 0, place: "body" as const }];
  for (const value of [new Hidden(7), { inner: new Hidden(7) }, { list: [new Hidden(7)] }]) {
    const sent = { body: { id: 7, inner: 7, list: [7] } };
    expect(paramsOfArguments(counted, [value], sent).malformed).toMatch(/its class Hidden tells no state of it/);
  }
  const named = [{ index: 0, place: "path" as const, name: "id" }];
  expect(paramsOfArguments(named, [new Hidden(7)], { path: { id: "7" } }).malformed).toMatch(/"id".*toJSON/);
});

test("an instance that was made of nothing is none of them, such as a DTO of an empty body", () => {
  const counted = [{ index: 0, place: "body" as const }];
  const nothing = new Dto({});
  expect(paramsOfArguments(counted, [nothing], {})).toEqual({ params: {} });
  expect(paramsOfArguments(counted, [nothing], { body: {} })).toEqual({ params: {} });
  expect(paramsOfArguments(counted, [new Dto({ inner: nothing })], { body: { inner: {} } })).toEqual({
    params: { inner: {} },
  });
});

test("two values under one name are malformed, the same value twice is not", () => {
  const counted = [
    { index: 0, place: "body" as const },
    { index: 1, place: "body" as const, name: "id" },
  ];
  expect(paramsOfArguments(counted, [{ id: 1, why: "old" }, 1])).toEqual({ params: { id: 1, why: "old" } });
  expect(paramsOfArguments(counted, [{ id: 1 }, 2]).malformed).toMatch(/"id" has two values/);
});
