import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type Params, readParams } from "../../src/engine/read-params.js";
import { asResolved, isAsPreviewed } from "../../src/engine/resolve.js";
import { defineTier2Tool, definitionOf } from "../../src/tool/define-tool.js";
import { refuse } from "../../src/tool/outcome.js";

const nowMs = Date.UTC(2026, 11, 24, 18);
const iso = (ms: number) => new Date(ms).toISOString();

type Resolve = Record<string, (given: never, at: { nowMs: number }) => unknown>;
const tool = (resolve: Resolve, secrets: string[] = []) =>
  definitionOf(
    defineTier2Tool({
      name: "send_later",
      input: z.object({ at: z.string().optional(), to: z.string(), password: z.string().optional() }),
      secrets: secrets as "password"[],
      resolve: resolve as object,
      preview: () => ({ summary: "s", preview: {} }),
      execute: () => ({ message: "m" }),
    }),
  );
const tomorrow: Resolve = { at: (given: string, at) => (given === "tomorrow" ? iso(at.nowMs + 86_400_000) : given) };
const read = (args: object, resolve = tomorrow, { strict = true, secrets = [] as string[] } = {}) =>
  readParams(tool(resolve, secrets), args, { strict, nowMs });
const params = async (...of: Parameters<typeof read>) => (await read(...of)) as Params;

describe("what depends on the moment is resolved", () => {
  test("for the handler, and stays for the hash and for duplicates what was sent", async () => {
    const { copy, known, canonical, shown, resolved } = await params({ at: "tomorrow", to: "ann" });
    expect(copy()).toEqual({ at: "2026-12-25T18:00:00.000Z", to: "ann" });
    expect(known).toEqual({ at: "2026-12-25T18:00:00.000Z", to: "ann" });
    expect(resolved).toEqual({ at: "2026-12-25T18:00:00.000Z" });
    expect([canonical, shown]).toEqual(['{"at":"tomorrow","to":"ann"}', { at: "tomorrow", to: "ann" }]);
  });

  test("without the secrets beside it, but for the handler", async () => {
    const { copy, known } = await params({ at: "tomorrow", to: "ann", password: "hunter2" }, tomorrow, {
      secrets: ["password"],
    });
    expect([copy(), known]).toMatchObject([{ password: "hunter2" }, { to: "ann" }]);
    expect(known).not.toHaveProperty("password");
  });

  test("also where it is absent, and may stay so", async () => {
    const now: Resolve = { at: (given: string | undefined, at) => given ?? iso(at.nowMs) };
    expect((await params({ to: "ann" }, now)).copy()).toEqual({ at: iso(nowMs), to: "ann" });
    expect((await params({ to: "ann" })).copy()).toEqual({ to: "ann" });
  });

  test("as private copies: what the tool keeps or a handler changes changes nothing", async () => {
    const kept = { on: ["a"] };
    const { copy, resolved } = await params({ to: "ann" }, { at: () => kept });
    kept.on.push("b");
    (copy() as { at: typeof kept }).at.on.push("c");
    expect([copy(), resolved]).toEqual([{ at: { on: ["a"] }, to: "ann" }, { at: { on: ["a"] } }]);
  });

  test("or the call is refused, in the tool's words and without its secrets", async () => {
    const past: Resolve = { at: () => refuse("hunter2 is past") };
    expect(await read({ to: "ann", password: "hunter2" }, past, { secrets: ["password"] })).toEqual({
      reason: "invalid_params",
      error: "Invalid arguments: at: [secret] is past",
    });
  });
});

describe("a resolver is a mistake in the tool", () => {
  test.each<[string, unknown, RegExp]>([
    ["if it makes nothing of what was given", undefined, /resolve\.at made nothing of what was given/],
    ["if it makes a Date", new Date(0), /no JSON \(the value is a Date object/],
    ["if it is asynchronous", Promise.resolve("x"), /no JSON \(the value is a Promise object/],
    ["if it repeats a secret", "on hunter2", /resolve\.at repeats a secret argument/],
  ])("%s", async (_what, said, problem) => {
    const reading = read({ at: "x", to: "ann", password: "hunter2" }, { at: () => said }, { secrets: ["password"] });
    await expect(reading).rejects.toMatchObject({ code: "invalid_setup", message: expect.stringMatching(problem) });
  });

  test("if it throws, and what it throws tells no secret", async () => {
    const raise: Resolve = {
      at: () => {
        throw new Error("hunter2 is no time");
      },
    };
    const reading = read({ at: "x", to: "ann", password: "hunter2" }, raise, { secrets: ["password"] });
    await expect(reading).rejects.toMatchObject({
      code: "invalid_setup",
      message:
        'Tool "send_later": its resolve.at threw ([secret] is no time); it answers refuse(…) to what it cannot understand.',
      cause: { message: "[secret] is no time" },
    });
  });
});

test.each<[string, () => unknown]>([
  ["refuses", () => refuse("past")],
  [
    "throws",
    () => {
      throw new Error("past");
    },
  ],
  ["makes nothing", () => undefined],
])("a confirm call is read as it was sent where its resolver %s by now: a replay must not fail", async (_what, at) => {
  const { copy, resolved } = await params({ at: "today", to: "ann" }, { at }, { strict: false });
  expect([copy(), resolved]).toEqual([{ at: "today", to: "ann" }, undefined]);
});

describe("a confirm call is what was previewed", () => {
  const sent = { at: "tomorrow", to: "ann" };

  test("only with exactly what was resolved then", async () => {
    const later = await params(sent, tomorrow, { strict: false });
    const then = { at: "2026-12-20T18:00:00.000Z" };
    expect(isAsPreviewed(tool(tomorrow), later, then)).toBe(false);
    const bound = asResolved(later, then);
    expect(isAsPreviewed(tool(tomorrow), bound, then)).toBe(true);
    expect([bound.copy(), bound.canonical]).toEqual([{ ...sent, ...then }, later.canonical]);
  });

  test("unless the tool resolves a member by now that it did not then", async () => {
    const plain = await params(sent, {}, { strict: false });
    expect(isAsPreviewed(tool({}), plain, undefined)).toBe(true);
    expect(isAsPreviewed(tool(tomorrow), plain, undefined)).toBe(false);
    expect(isAsPreviewed(tool(tomorrow), plain, {})).toBe(false);
    const absent = await params({ to: "ann" }, {}, { strict: false });
    expect(isAsPreviewed(tool(tomorrow), absent, {})).toBe(true);
  });
});
