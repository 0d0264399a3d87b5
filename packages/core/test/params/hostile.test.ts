import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/params/canonical-json.js";
import { limits } from "../../src/params/limits.js";
import { NotPlainJson } from "../../src/params/plain-json.js";

/** Far more than it takes, and far less than whoever looks at every element would need. */
const soonMs = 10_000;

function soon(work: () => void): void {
  const startedMs = performance.now();
  work();
  expect(performance.now() - startedMs).toBeLessThan(soonMs);
}

describe("a value that wants to keep the process busy is refused at once", () => {
  const endless = () =>
    Object.assign([1], {
      *[Symbol.iterator]() {
        while (true) yield 1;
      },
    });
  const bottomless = (): object => new Proxy({}, { ownKeys: () => ["a"], get: bottomless, getOwnPropertyDescriptor });
  const getOwnPropertyDescriptor = () => ({ enumerable: true, configurable: true, value: 1 });
  const wide = new Proxy(
    {},
    {
      ownKeys: () => Array.from({ length: 200_000 }, (_none, index) => `k${index}`),
      getOwnPropertyDescriptor,
      get: () => 1,
    },
  );

  test.each<[string, () => unknown]>([
    ["an empty list of 4 294 967 295 elements", () => new Array(2 ** 32 - 1)],
    ["a list with one element and four billion holes", () => Object.assign([1], { [2 ** 32 - 2]: 1 })],
    [
      "a list whose length is a lie",
      () => new Proxy([1], { get: (target, key) => (key === "length" ? 2 ** 53 : Reflect.get(target, key)) }),
    ],
    ["a list that never ends", endless],
    ["an object that is another object at every look", bottomless],
    ["an object of 200 000 members", () => wide],
    ["a text of a hundred million characters", () => "x".repeat(100_000_000)],
    ["a key of ten million characters", () => ({ ["k".repeat(10_000_000)]: 1 })],
    ["a million empty objects", () => new Array(1_000_000).fill({})],
  ])("%s", (_what, make) => {
    const value = make();
    soon(() => expect(() => canonicalJson(value)).toThrow(NotPlainJson));
  });

  test("an object of a hundred thousand undefined members is empty, and soon", () => {
    const value: Record<string, undefined> = {};
    for (let index = 0; index < 100_000; index += 1) value[`k${index}`] = undefined;
    soon(() => expect(canonicalJson(value)).toBe("{}"));
  });
});

describe("a value that changes while it is read", () => {
  test("is read once: each getter, in turn, and no more", () => {
    const reads: string[] = [];
    const counted = (name: string, value: unknown) => ({
      get: () => {
        reads.push(name);
        return value;
      },
      enumerable: true,
    });
    const inner = Object.create(Object.prototype, { x: counted("x", 1) });
    const value = Object.create(Object.prototype, { a: counted("a", inner), b: counted("b", undefined) });
    expect(canonicalJson(value)).toBe('{"a":{"x":1}}');
    expect(reads).toEqual(["a", "x", "b"]);
  });

  test("cannot be one thing for the check and another for the text", () => {
    const answers: unknown[] = ["fine", Number.NaN, new Date(0)];
    const value = Object.create(Object.prototype, { a: { get: () => answers.shift(), enumerable: true } });
    expect(canonicalJson(value)).toBe('{"a":"fine"}');
  });

  test("may be a proxy of plain data, each member of which is read once", () => {
    const reads: PropertyKey[] = [];
    const get = (target: object, key: PropertyKey) => {
      reads.push(key);
      return Reflect.get(target, key);
    };
    const value = new Proxy({ a: 1 }, { get });
    expect(canonicalJson(value)).toBe('{"a":1}');
    expect(reads).toEqual(["a"]);
  });
});

describe("code inside a value", () => {
  test("is heard with its own error", () => {
    const own = new Error("mine");
    const raise = () => {
      throw own;
    };
    const throwing = Object.create(Object.prototype, { a: { get: raise, enumerable: true } });
    for (const value of [throwing, new Proxy({}, { ownKeys: raise }), new Proxy({}, { getPrototypeOf: raise })]) {
      expect(() => canonicalJson(value)).toThrow(own);
    }
  });

  test("cannot spoil the refusal by what it calls itself", () => {
    const named = (name: unknown) => {
      class Special {}
      Object.defineProperty(Special, "name", { value: name });
      return new Special();
    };
    for (const name of [Symbol("s"), "", 5, { toString: null }, "n".repeat(limits.chars)]) {
      expect(() => canonicalJson(named(name))).toThrow(NotPlainJson);
      expect(() => canonicalJson(named(name))).toThrow(/^the value is a .{1,60} object, not a plain one$/);
    }
  });

  test("never runs through toJSON", () => {
    let ran = false;
    const value = { toJSON: () => (ran = true) };
    expect(() => canonicalJson(value)).toThrow(/toJSON is a function/);
    expect(ran).toBe(false);
  });
});

describe("a member named __proto__", () => {
  test("is a member like others and reaches no prototype", () => {
    const value = JSON.parse('{"__proto__":{"polluted":true},"a":{"__proto__":1}}');
    expect(canonicalJson(value)).toBe('{"__proto__":{"polluted":true},"a":{"__proto__":1}}');
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
  });

  test("is told from one of another value and from none", () => {
    const texts = ['{"__proto__":null}', '{"__proto__":{}}', "{}"].map((text) => canonicalJson(JSON.parse(text)));
    expect(new Set(texts).size).toBe(3);
  });
});
