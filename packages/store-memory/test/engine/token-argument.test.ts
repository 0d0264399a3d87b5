import { defineTier2Tool } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

async function setUp() {
  const process = aWorld().process();
  const foo = fooTool({ duplicates: "allow" });
  return { ...process, ...foo, confirm_token: await process.preview(foo.tool, { id: 7 }) };
}

test.each(["", null, undefined])("confirm_token: %j counts as none, so the call can only preview", async (empty) => {
  const { call, tool, starts } = await setUp();
  expect(outcomeOf(await call(tool, { id: 7, confirm_token: empty }))).toBe("confirmation_required");
  expect(starts).toEqual([]);
});

test.each([7, true, {}, ["cfm_x"]])("confirm_token: %j is invalid_params, not a first call", async (odd) => {
  const { call, tool, connection } = await setUp();
  expect(outcomeOf(await call(tool, { id: 7, confirm_token: odd }))).toBe("invalid_params");
  expect(connection.count("insert")).toBe(1);
});

test("a token beside the arguments is as good as one among them", async () => {
  const { call, tool, confirm_token } = await setUp();
  expect(outcomeOf(await call(tool, { id: 7 }, { confirmToken: confirm_token }))).toBe("ok");
});

test("the same token in both places is one token", async () => {
  const { call, tool, confirm_token } = await setUp();
  expect(outcomeOf(await call(tool, { id: 7, confirm_token }, { confirmToken: confirm_token }))).toBe("ok");
});

test("two different tokens are invalid_params and burn neither", async () => {
  const { call, preview, tool, starts, confirm_token } = await setUp();
  const other = await preview(tool, { id: 7 });
  expect(outcomeOf(await call(tool, { id: 7, confirm_token }, { confirmToken: other }))).toBe("invalid_params");
  expect(starts).toEqual([]);
  for (const token of [confirm_token, other]) {
    expect(outcomeOf(await call(tool, { id: 7, confirm_token: token }))).toBe("ok");
  }
});

test("a strict schema does not see the protocol's own keys", async () => {
  const { call, preview } = aWorld().process();
  const tool = defineTier2Tool({
    name: "strict",
    category: "delete",
    input: z.strictObject({ id: z.number() }),
    preview: () => ({ summary: "s", preview: {} }),
    execute: (params) => ({ message: Object.keys(params).join() }),
  });
  const confirm_token = await preview(tool, { id: 7 });
  const reply = await call(tool, { id: 7, confirm_token, acknowledge_duplicate: "op_x" });
  expect(reply.body).toMatchObject({ status: "ok", message: "id" });
});
