import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Params, paramsOf, plainArguments, readParams } from "../../src/engine/read-params.js";
import { NotPlainJson } from "../../src/params/plain-json.js";
import type { AnyDefinition } from "../../src/tool/define-tool.js";

const definition = (rest: object = {}): AnyDefinition => ({ name: "delete_foo", ...rest }) as AnyDefinition;
const read = (args: unknown, rest: object = {}, strict = true) =>
  readParams(definition(rest), args, { strict, nowMs: 1_000 });
const params = async (args: unknown, rest?: object) => (await read(args, rest)) as Params;
const schema = (validate: (value: unknown) => unknown) => ({
  input: { "~standard": { version: 1, vendor: "test", validate } },
});

describe("the params of a call", () => {
  test("are its arguments in canonical form, without the protocol's keys", async () => {
    const { canonical } = await params({
      b: 1,
      a: { d: 2, c: 3 },
      confirm_token: "cfm_one",
      acknowledge_duplicate: "op_1",
    });
    expect(canonical).toBe('{"a":{"c":3,"d":2},"b":1}');
  });

  test("are none where there are no arguments", async () => {
    expect((await params(undefined)).canonical).toBe("{}");
  });

  test("are what the schema makes of them: defaults filled in, unknown members dropped", async () => {
    const input = z.object({ id: z.number(), dry_run: z.boolean().default(false) });
    expect((await params({ id: 7, other: 1 }, { input })).canonical).toBe('{"dry_run":false,"id":7}');
  });

  test("may come from a schema that answers later, or nothing", async () => {
    expect(
      (
        await params(
          { id: 7 },
          schema(async (value) => ({ value })),
        )
      ).canonical,
    ).toBe('{"id":7}');
    expect(
      (
        await params(
          { id: 7 },
          schema(() => ({ value: undefined })),
        )
      ).canonical,
    ).toBe("{}");
  });

  test("never reach the schema with the protocol's keys", async () => {
    const input = z.strictObject({ id: z.number() });
    expect((await params({ id: 7, confirm_token: "cfm_one" }, { input })).canonical).toBe('{"id":7}');
  });

  test("are those of the moment of the call, even if the object changes while the schema thinks", async () => {
    const args = { id: 7, inner: { a: 1 } };
    const reading = params(
      args,
      schema(async (value) => ({ value })),
    );
    args.id = 8;
    args.inner.a = 2;
    expect((await reading).canonical).toBe('{"id":7,"inner":{"a":1}}');
  });

  test("are given out as a private copy each time", async () => {
    const read = await params({ list: [1] });
    const copy = read.copy() as { list: number[] };
    copy.list.push(2);
    expect(read.copy()).toEqual({ list: [1] });
    expect(read.canonical).toBe('{"list":[1]}');
  });

  test("are shown and stored without their secrets, which are hidden elsewhere", async () => {
    const { shown, redact, copy } = await params({ user: "ann", password: "hunter2" }, { secrets: ["password"] });
    expect(shown).toEqual({ user: "ann" });
    expect(copy()).toEqual({ user: "ann", password: "hunter2" });
    expect(redact.text("hunter2!")).toBe("[secret]!");
    expect(paramsOf('{"password":"hunter2"}', []).redact.text("hunter2")).toBe("hunter2");
  });
});

describe("arguments are refused as invalid_params", () => {
  test.each<[string, unknown, RegExp]>([
    ["null", null, /the arguments must be an object/],
    ["a list", [], /the arguments must be an object/],
    ["a text", "id=7", /the arguments must be an object/],
    ["a function", () => 1, /the arguments must be an object/],
    ["what has no canonical form", { amount: Number.NaN }, /amount is NaN/],
    ["too much", { text: "x".repeat(300_000) }, /longer than/],
    ["a token without a canonical form", { confirm_token: 1n }, /confirm_token is a bigint/],
  ])("%s", async (_what, args, problem) => {
    const refusal = await read(args);
    expect(refusal).toEqual({ reason: "invalid_params", error: expect.stringMatching(problem) });
    expect(refusal).toEqual({ reason: "invalid_params", error: expect.stringMatching(/^Invalid arguments: .*\.$/) });
  });

  test("if the schema finds fault, with each place, and without the secrets that it repeats", async () => {
    const issues = [
      { message: "got hunter2", path: ["password"] },
      { message: "Required", path: ["id"] },
    ];
    const refusal = await read({ password: "hunter2" }, { ...schema(() => ({ issues })), secrets: ["password"] });
    expect(refusal).toEqual({
      reason: "invalid_params",
      error: "Invalid arguments: password: got [secret]; id: Required.",
    });
  });
});

describe("a schema is refused as a set-up error", () => {
  test("if it makes something that is no JSON, with the place", async () => {
    const input = z.object({ at: z.coerce.date() });
    await expect(read({ at: "2026-01-01" }, { input })).rejects.toThrow(
      expect.objectContaining({
        code: "not_canonical",
        message: expect.stringMatching(/Tool "delete_foo".*at is a Date object/),
        cause: expect.any(NotPlainJson),
      }),
    );
  });

  test("if the same arguments give other params the second time, since no confirm call could ever match", async () => {
    let calls = 0;
    const counting = schema(() => ({ value: { call: ++calls } }));
    await expect(read({}, counting)).rejects.toThrow(
      expect.objectContaining({
        code: "invalid_setup",
        message: expect.stringMatching(/twice gives different params/),
      }),
    );
  });

  test("also if it refuses them the second time", async () => {
    let calls = 0;
    const once = schema((value) => (++calls === 1 ? { value } : { issues: [{ message: "again?" }] }));
    await expect(read({}, once)).rejects.toThrow(expect.objectContaining({ code: "invalid_setup" }));
  });

  test("but not on a confirm call, where the params decide", async () => {
    let calls = 0;
    const counting = schema(() => ({ value: { call: ++calls } }));
    expect(await read({}, counting, false)).toMatchObject({ canonical: '{"call":1}' });
    expect(calls).toBe(1);
  });
});

describe("what the code of others throws", () => {
  const own = new RangeError("mine: hunter2");
  const raise = () => {
    throw own;
  };

  test("in a getter of the arguments is heard as it is", async () => {
    await expect(read(Object.defineProperty({}, "id", { get: raise, enumerable: true }))).rejects.toBe(own);
  });

  test("in what a schema made is heard as it is", async () => {
    const value = Object.defineProperty({}, "id", { get: raise, enumerable: true });
    await expect(
      read(
        {},
        schema(() => ({ value })),
      ),
    ).rejects.toBe(own);
  });

  test("in a schema is heard without the secrets of the call", async () => {
    await expect(read({ id: 7 }, schema(raise))).rejects.toBe(own);
    await expect(read({ pin: "hunter2" }, { ...schema(raise), secrets: ["pin"] })).rejects.toMatchObject({
      ...{ name: "RangeError", message: "mine: [secret]" },
    });
  });
});

test("plain arguments are an object without the protocol's keys", () => {
  expect(JSON.stringify(plainArguments({ id: 7, confirm_token: "cfm_one" }))).toBe('{"id":7}');
  for (const other of [null, undefined, [], "x", 1]) expect(() => plainArguments(other)).toThrow(NotPlainJson);
});
