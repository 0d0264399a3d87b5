import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { server, tier2 } from "../src/01-mcp-new.js";
import { db } from "../src/app.js";
import { connect, envelopeOf, shown } from "./mcp-client.js";

let agent: Awaited<ReturnType<typeof connect>>;
beforeAll(async () => {
  agent = await connect(server);
  await agent.client.listTools(); // from here on the client checks results against their output schemas
});
beforeEach(() => db.reset());
afterAll(async () => {
  await agent.close();
  await tier2.close();
});

/** Both steps of a tool, and the retry of the second. */
async function twoSteps(name: string, args: object) {
  const preview = await agent.call(name, args);
  const { confirm_token } = envelopeOf(preview);
  const confirm = { ...args, confirm_token };
  return { preview, confirm, first: await agent.call(name, confirm), again: await agent.call(name, confirm) };
}

test("a defined tool previews from current state, deletes once and replays its answer", async () => {
  const { preview, first, again } = await twoSteps("delete_foo", { id: 7 });
  expect(preview.isError).toBeUndefined();
  expect(envelopeOf(preview)).toMatchObject({
    status: "confirmation_required",
    summary: "Will delete foo #7 'seven' and 3 related things.",
    preview: { foo_id: 7, foo_name: "seven", related: 3 },
  });
  expect(preview.structuredContent).toEqual(envelopeOf(preview));
  expect(first.structuredContent).toMatchObject({ status: "ok", message: "Foo 7 deleted", foo: { name: "seven" } });
  expect(shown(again)).toEqual(shown(first));
  expect(db.deletions()).toEqual([7]);
});

test("its refusals reach the client as errors", async () => {
  const missing = await agent.call("delete_foo", { id: 8 });
  expect(missing.isError).toBe(true);
  expect(envelopeOf(missing)).toMatchObject({ status: "rejected", reason: "not_possible", error: "Foo not found" });
  const { confirm_token } = envelopeOf(await agent.call("delete_foo", { id: 7 }));
  const stolen = await agent.call("delete_foo", { id: 7, confirm_token }, "mallory");
  expect(envelopeOf(stolen)).toMatchObject({ status: "rejected", reason: "wrong_owner" });
  expect(db.deletions()).toEqual([]);
});

test("registerTool's own signature: the arguments decide the tier, and the handler's result is its own", async () => {
  const deleted = [{ type: "text", text: "deleted 7" }];
  expect((await agent.call("delete_bar", { id: 7 })).content).toEqual(deleted);

  const { preview, first, again } = await twoSteps("delete_bar", { id: 7, force: true });
  expect(envelopeOf(preview)).toMatchObject({ status: "confirmation_required", preview: { id: 7, force: true } });
  expect(first.content).toEqual(deleted);
  expect(shown(again)).toEqual(shown(first));
});

test("a tool without a schema takes two steps too", async () => {
  const { preview, first, again } = await twoSteps("wipe_all", {});
  expect(envelopeOf(preview)).toMatchObject({ summary: "Will wipe", preview: { count: 3 } });
  expect(first.content).toEqual([]);
  expect(shown(again)).toEqual(shown(first));
});

test("a tool with an output schema: the client accepts the preview, the result and the refusal", async () => {
  const { preview, first, again, confirm } = await twoSteps("obj_schema", { id: "four" });
  expect(preview.structuredContent).toMatchObject({ status: "confirmation_required", summary: "FOUR" });
  expect(first.structuredContent).toEqual({ deleted: 4 });
  expect(shown(again)).toEqual(shown(first));
  const changed = await agent.call("obj_schema", { ...confirm, id: "five" });
  expect(envelopeOf(changed)).toMatchObject({ status: "rejected", reason: "params_changed" });
});
