import { expect, test } from "vitest";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

test("a confirm runs the handler once, with the params and the preview of the first call", async () => {
  const { call, connection } = aWorld().process();
  const { tool, starts } = fooTool();
  const first = await call(tool, { id: 7 });
  const { confirm_token } = first.body as { confirm_token: string };
  const reply = await call(tool, { id: 7, confirm_token });
  expect(reply).toEqual({
    status: "ok",
    replayed: false,
    operationId: first.operationId,
    body: { status: "ok", tool: "delete_foo", message: "Foo 7 deleted" },
  });
  expect(starts).toHaveLength(1);
  expect(starts[0]?.params).toEqual({ id: 7 });
  expect(starts[0]?.ctx).toMatchObject({ operationId: first.operationId, preview: { foo_id: 7 }, server: "shop" });
  expect(connection.asked).toEqual(["get d:", "insert c:", "swap c:", "insert d:", "swap c:", "swap d:"]);
});

test("1,000 concurrent confirms run the handler once and get one answer, 999 of them as a replay", async () => {
  const world = aWorld();
  const { call, preview } = world.process({ waitForCompletionMs: 10_000 });
  const working = deferred();
  const { tool, starts } = fooTool({
    execute: async () => {
      await working.promise;
      return { message: "deleted", details: { at: "12:00" } };
    },
  });
  const confirm_token = await preview(tool, { id: 7 });
  const confirms = Array.from({ length: 1_000 }, () => call(tool, { id: 7, confirm_token }));
  await world.clock.advance(100);
  working.resolve();
  const replies = await world.within(1_000, Promise.all(confirms));
  expect(starts).toHaveLength(1);
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(replies.map(outcomeOf).every((outcome) => outcome === "ok")).toBe(true);
  expect(replies.filter(({ replayed }) => replayed)).toHaveLength(999);
  expect(new Set(replies.map(({ operationId }) => operationId)).size).toBe(1);
});

test("a doubled first call makes two operations, and each token still runs at most once", async () => {
  const { call, preview } = aWorld().process();
  const { tool, starts } = fooTool({ duplicates: "allow" });
  const tokens = await Promise.all([preview(tool, { id: 7 }), preview(tool, { id: 7 })]);
  for (const confirm_token of [...tokens, ...tokens]) await call(tool, { id: 7, confirm_token });
  expect(starts).toHaveLength(2);
  expect(new Set(starts.map(({ ctx }) => ctx.operationId)).size).toBe(2);
});

test.each([
  ["another owner", "wrong_owner", { id: 7 }, { requester: { tokenId: "bob" } }],
  ["other params", "params_changed", { id: 8 }, {}],
  ["a param more", "params_changed", { id: 7, note: "" }, {}],
])("%s is refused as %s and runs nothing, before and after the execution", async (_what, reason, args, context) => {
  const { call, preview } = aWorld().process();
  const { tool, starts } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  expect(outcomeOf(await call(tool, { ...args, confirm_token }, context))).toBe(reason);
  await call(tool, { id: 7, confirm_token });
  expect(outcomeOf(await call(tool, { ...args, confirm_token }, context))).toBe(reason);
  expect(starts).toHaveLength(1);
});

test("a token of another tool with the same arguments is wrong_tool and runs neither", async () => {
  const { call, preview } = aWorld().process();
  const foo = fooTool();
  const bar = fooTool({ name: "delete_bar" });
  const confirm_token = await preview(foo.tool, { id: 7 });
  expect(outcomeOf(await call(bar.tool, { id: 7, confirm_token }))).toBe("wrong_tool");
  expect([...foo.starts, ...bar.starts]).toEqual([]);
});

test("only the diagonal of servers × tools × requesters executes", async () => {
  const world = aWorld();
  const processes = ["shop", "warehouse", "shop2"].map((server) => world.process({ server }));
  const tools = ["delete_foo", "delete_bar", "delete"].map((name) => fooTool({ name }));
  const requesters = ["a", "b", "ab"].map((tokenId) => ({ tokenId }));
  const places = processes.flatMap((process) =>
    tools.flatMap((foo) => requesters.map((requester) => ({ process, foo, requester }))),
  );
  for (const from of places) {
    for (const to of places) {
      const confirm_token = await from.process.preview(from.foo.tool, { id: 7 }, { requester: from.requester });
      const reply = await to.process.call(to.foo.tool, { id: 7, confirm_token }, { requester: to.requester });
      expect(reply.status).toBe(from === to ? "ok" : "rejected");
    }
  }
});
