import { type Done, toHttp, toToolResult, verbatim } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import { fooTool } from "./support/foo-tool.js";
import { aWorld } from "./support/world.js";

const cycle: { self?: unknown } = {};
cycle.self = cycle;

const poisoned = {
  get details(): never {
    throw new Error("lazy loading failed");
  },
  message: "done",
};

const odd: Record<string, unknown> = {
  "a Date": { message: "done", details: { at: new Date(0) } },
  "a Map, a Set and a RegExp": { message: "done", details: { map: new Map([[1, 2]]), set: new Set([1]), re: /x/ } },
  "undefined, NaN and -0": { message: "done", details: { u: undefined, n: Number.NaN, z: -0, list: [undefined] } },
  "a class instance": { message: "done", details: { url: new URL("https://example.com") } },
  "a BigInt": { message: "done", details: { n: 10n } },
  "a cycle": { message: "done", details: cycle },
  "a getter that throws": {
    message: "done",
    details: {
      get x(): never {
        throw new Error("lazy");
      },
    },
  },
  "a getter of its own that throws": poisoned,
  "a toJSON that throws": {
    message: "done",
    details: {
      x: {
        toJSON() {
          throw new Error("no");
        },
      },
    },
  },
  "a function": { message: "done", details: { f: () => {} } },
  "3 MB": { message: "done", details: { rows: Array(3).fill("x".repeat(1_000_000)) } },
  "a long message": { message: "x".repeat(100_000) },
  "reserved members": { message: "done", details: { status: "rejected", tool: "other", message: "other" } as never },
  nothing: undefined,
  null: null,
  "a text": "done",
  "an empty object": {},
  "a message that is no text": { message: { toString: null } },
  "a verbatim cycle": verbatim(cycle),
  "a verbatim BigInt": verbatim({ n: 10n }),
};

describe.each(Object.keys(odd))("a handler that answers with %s", (what) => {
  test("has executed: the answer is ok, the same in each replay, and small enough", async () => {
    const { call, preview, told } = aWorld().process();
    const { tool, starts } = fooTool({ execute: () => odd[what] as Done });
    const confirm_token = await preview(tool, { id: 7 });
    const first = await call(tool, { id: 7, confirm_token });
    expect(first.body).toMatchObject({ status: "ok", tool: "delete_foo", message: expect.any(String) });
    const again = await call(tool, { id: 7, confirm_token });
    expect(JSON.stringify([again.body, again.verbatim])).toBe(JSON.stringify([first.body, first.verbatim]));
    expect(JSON.stringify(first.body).length).toBeLessThanOrEqual(65_536);
    expect(JSON.stringify(toHttp(again).body)).toBe(JSON.stringify(toHttp(first).body));
    expect(toToolResult(again).content).toEqual(toToolResult(first).content);
    expect([starts.length, told("completed").length, told("failed").length]).toEqual([1, 1, 0]);
  });

  test("as Tier-1 has executed too, with an answer that can be sent", async () => {
    const { call } = aWorld().process();
    const { tool } = fooTool({ tier: 1, execute: () => odd[what] as Done });
    const reply = await call(tool, { id: 7 });
    expect(reply.body).toMatchObject({ status: "ok", message: expect.any(String) });
    expect(() => JSON.stringify([toHttp(reply), toToolResult(reply)])).not.toThrow();
  });
});

test("what cannot be written says so", async () => {
  const { call, preview } = aWorld().process();
  const { tool } = fooTool({ execute: () => ({ message: "deleted", details: { n: 10n } }) });
  const { body } = await call(tool, { id: 7, confirm_token: await preview(tool, { id: 7 }) });
  expect(body).toEqual({ status: "ok", tool: "delete_foo", message: "deleted", result_withheld: "not_serializable" });
});

test("an answer of maxResultBytes passes whole, one byte more is withheld, in UTF-8", async () => {
  const { call, preview } = aWorld().process({ maxResultBytes: 1_024 });
  const text = { value: "" };
  const { tool } = fooTool({
    duplicates: "allow",
    execute: () => ({ message: "done", details: { text: text.value } }),
  });
  const answer = async (value: string) => {
    text.value = value;
    return (await call(tool, { id: 7, confirm_token: await preview(tool, { id: 7 }) })).body;
  };
  const bytes = Buffer.byteLength(JSON.stringify({ body: await answer("") }));
  const euros = "€".repeat(300);
  const full = euros + "x".repeat(1_024 - bytes - Buffer.byteLength(euros));
  expect(await answer(full)).toMatchObject({ text: full });
  expect(await answer(`${full}x`)).toEqual({
    status: "ok",
    tool: "delete_foo",
    message: "done",
    result_withheld: "too_large",
    result_bytes: 1_025,
  });
});

test("a large answer of a Tier-1 tool, which is stored nowhere, passes whole", async () => {
  const { call } = aWorld().process({ maxResultBytes: 1_024 });
  const { tool } = fooTool({ tier: 1, execute: () => ({ message: "done", details: { text: "x".repeat(100_000) } }) });
  expect((await call(tool, { id: 7 })).body).toHaveProperty("text", "x".repeat(100_000));
});

test("a verbatim result is answered and replayed as it is", async () => {
  const result = { content: [{ type: "text", text: "hi" }], structuredContent: { a: 1 }, isError: false };
  const { call, preview } = aWorld().process();
  const { tool } = fooTool({ execute: () => verbatim(result) });
  const confirm_token = await preview(tool, { id: 7 });
  const first = await call(tool, { id: 7, confirm_token });
  const again = await call(tool, { id: 7, confirm_token });
  expect([first.verbatim, again.verbatim]).toEqual([result, result]);
  expect(toHttp(again).body).toEqual(result);
});
