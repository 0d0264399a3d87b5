import { expect, test } from "vitest";
import { createTier2, defineTier2Tool, type Store, type Tier2Event } from "../src/index.js";

const neverAsked = new Proxy({} as Store, {
  get: () => () => {
    throw new Error("the store was asked");
  },
});

function setUp() {
  const events: Tier2Event[] = [];
  const tier2 = createTier2({ store: neverAsked, server: "shop", onEvent: (event) => events.push(event) });
  const tool = defineTier2Tool({
    name: "delete_foo",
    category: "delete",
    preview: () => ({ summary: "Will delete the foo", preview: {} }),
    execute: () => ({ message: "deleted" }),
  });
  return { tier2, tool, events };
}

test("a request that its adapter could not read is refused as invalid_params and told to observers", async () => {
  const { tier2, tool, events } = setUp();
  const malformed = '"id" stands in the path and in the body';
  const reply = await tier2.call(tool, undefined, { requester: { tokenId: "alice" }, malformed });
  await tier2.close();
  expect(reply.body).toEqual({
    status: "rejected",
    tool: "delete_foo",
    reason: "invalid_params",
    error: `Invalid arguments: ${malformed}.`,
  });
  expect(events).toEqual([
    expect.objectContaining({ type: "refused", reason: "invalid_params", requester: { tokenId: "alice" } }),
  ]);
});

test("a stranger does not hear what was wrong with the request", async () => {
  const { tier2, tool } = setUp();
  const reply = await tier2.call(tool, undefined, { requester: undefined, malformed: "too long" });
  await tier2.close();
  expect(reply.body).toMatchObject({ status: "rejected", reason: "access_revoked" });
});
