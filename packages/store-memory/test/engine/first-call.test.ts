import fc from "fast-check";
import { expect, test } from "vitest";
import { fooTool } from "./support/foo-tool.js";
import { alice, aWorld, outcomeOf } from "./support/world.js";

test("a first call answers the preview and a token, stores one pending record, and runs nothing", async () => {
  const world = aWorld();
  const { call, connection } = world.process();
  const { tool, starts } = fooTool();
  const reply = await call(tool, { id: 7 });
  const { confirm_token } = reply.body as { confirm_token: string };
  expect(reply).toEqual({
    status: "confirmation_required",
    replayed: false,
    operationId: expect.stringMatching(/^op_[\w-]{24}$/),
    body: {
      status: "confirmation_required",
      tool: "delete_foo",
      summary: "Will delete foo #7",
      preview: { foo_id: 7 },
      confirm_token,
      confirm_instructions: `Review the preview above. If correct, call "delete_foo" again with the SAME arguments plus "confirm_token": "${confirm_token}". Token expires in 5 minutes and is single-use.`,
    },
  });
  expect(starts).toEqual([]);
  expect(connection.asked).toEqual(["get d:", "insert c:"]);
  const record = await world.store.get(connection.confirmationId);
  expect(JSON.parse(record?.state ?? "")).toMatchObject({ status: "pending" });
});

test("whatever the arguments, a call without a token runs nothing", async () => {
  const { call } = aWorld().process();
  const { tool, starts } = fooTool();
  const args = fc.oneof(fc.record({ id: fc.integer() }), fc.object(), fc.anything());
  await fc.assert(
    fc.asyncProperty(args, async (args) => {
      const reply = await call(tool, args);
      expect(["confirmation_required", "invalid_params"]).toContain(outcomeOf(reply));
    }),
    { numRuns: 500 },
  );
  expect(starts).toEqual([]);
});

test("invalid arguments are told place by place, and nothing is stored", async () => {
  const { call, connection } = aWorld().process();
  const { tool } = fooTool();
  const { body } = await call(tool, { id: "seven", note: 5 });
  expect(body).toMatchObject({ status: "rejected", reason: "invalid_params" });
  expect(body).toHaveProperty("error", expect.stringMatching(/^Invalid arguments: id: .+; note: .+\.$/));
  expect(connection.operations).toEqual([]);
});

test("a preview that refuses is not_possible, with its own sentence and without a token", async () => {
  const { call, connection } = aWorld().process();
  const { tool } = fooTool({ preview: () => ({ refused: "Foo 7 has orders." }) });
  const { body } = await call(tool, { id: 7 });
  expect(body).toEqual({ status: "rejected", tool: "delete_foo", reason: "not_possible", error: "Foo 7 has orders." });
  expect(connection.operations).toEqual([]);
});

test("two first calls make two tokens for two operations", async () => {
  const { call } = aWorld().process();
  const { tool } = fooTool();
  const [one, other] = await Promise.all([call(tool, { id: 7 }), call(tool, { id: 7 })]);
  expect(one.operationId).not.toBe(other.operationId);
  expect(one.body).not.toHaveProperty("confirm_token", (other.body as { confirm_token: string }).confirm_token);
});

test("the proposal is told to observers without the token", async () => {
  const world = aWorld();
  const { call, events } = world.process();
  const { tool } = fooTool();
  const { operationId } = await call(tool, { id: 7 });
  const about = { atMs: world.clock.nowMs(), server: "shop", tool: "delete_foo", requester: alice, operationId };
  const proposed = { summary: "Will delete foo #7", preview: { foo_id: 7 }, params: { id: 7 } };
  expect(events).toEqual([{ ...about, type: "proposed", ...proposed }]);
  expect(JSON.stringify(events)).not.toContain("cfm_");
});

test.each([
  ["no object", { summary: "s", preview: "echo" }, /no preview object/],
  ["no summary", { summary: "", preview: {} }, /no summary/],
  ["nothing", undefined, /answered nothing/],
  ["a misspelt member", { summary: "s", preview: {}, stateversion: "1" }, /unknown member "stateversion"/],
  ["a stateVersion that is a number", { summary: "s", preview: {}, stateVersion: 1 }, /stateVersion that is no text/],
  ["a BigInt", { summary: "s", preview: { n: 1n } }, /cannot be written as JSON/],
  ["too much", { summary: "s", preview: { text: "x".repeat(70_000) } }, /longer than 65536 characters/],
])("a preview function that answers %s is a set-up error, and nothing is stored", async (_what, given, message) => {
  const { call, connection } = aWorld().process();
  const { tool } = fooTool({ preview: () => given as never });
  await expect(call(tool, { id: 7 })).rejects.toMatchObject({
    code: "invalid_setup",
    message: expect.stringMatching(message),
  });
  expect(connection.operations).toEqual([]);
});

test("a schema whose defaults differ from one time to the next is a set-up error, not a riddle at the confirm", async () => {
  let count = 0;
  const validate = (value: unknown) => ({ value: { ...(value as object), count: count++ } });
  const { call, connection } = aWorld().process();
  const { tool } = fooTool({ input: { "~standard": { version: 1, vendor: "test", validate } } as never });
  await expect(call(tool, { id: 7 })).rejects.toMatchObject({ code: "invalid_setup" });
  expect(connection.operations).toEqual([]);
});
