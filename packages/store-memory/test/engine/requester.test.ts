import { expect, test } from "vitest";
import { fooTool } from "./support/foo-tool.js";
import { alice, aWorld, outcomeOf } from "./support/world.js";

test.each([
  ["none", undefined],
  ["null", null],
  ["one without a token id", {}],
  ["an empty token id", { tokenId: "" }],
  ["a token id that is no text", { tokenId: 7 }],
])("a call with %s as requester is refused, with and without a token", async (_what, requester) => {
  const { call, preview, told } = aWorld().process();
  const { tool, starts } = fooTool({ tier: ({ id }) => (id === 1 ? 1 : 2) });
  const confirm_token = await preview(tool, { id: 7 });
  for (const args of [{ id: 1 }, { id: 7 }, { id: 7, confirm_token }]) {
    const reply = await call(tool, args, { requester: requester as never });
    expect(outcomeOf(reply)).toBe("access_revoked/requester_missing");
  }
  expect(starts).toEqual([]);
  expect(told("refused")).toHaveLength(3);
});

test("binding is by token id: the same person with another token is another owner", async () => {
  const { call, preview } = aWorld().process();
  const { tool } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  const other = { tokenId: "alice-2", subject: "user:alice" };
  expect(outcomeOf(await call(tool, { id: 7, confirm_token }, { requester: other }))).toBe("wrong_owner");
});

test("subject and process may differ between preview and confirm", async () => {
  const { call, preview } = aWorld().process();
  const { tool } = fooTool();
  const confirm_token = await preview(tool, { id: 7 }, { requester: { tokenId: "alice", process: "1" } });
  const restarted = { tokenId: "alice", process: "2" };
  expect(outcomeOf(await call(tool, { id: 7, confirm_token }, { requester: restarted }))).toBe("ok");
});

test("who claims to be somebody else in the arguments stays who he is", async () => {
  const { call, preview } = aWorld().process();
  const { tool } = fooTool();
  const confirm_token = await preview(tool, { id: 7 });
  const args = { id: 7, confirm_token, requester: alice, tokenId: "alice", _meta: { tokenId: "alice" } };
  expect(outcomeOf(await call(tool, args, { requester: { tokenId: "mallory" } }))).toBe("wrong_owner");
});

test("a requester object that changes while its call runs does not change whose token it is", async () => {
  const requester = { tokenId: "alice" };
  const authorize = () => {
    requester.tokenId = "mallory";
    return true;
  };
  const { call, preview, told } = aWorld().process({ authorize });
  const { tool } = fooTool();
  const confirm_token = await preview(tool, { id: 7 }, { requester });
  expect(told("proposed")).toMatchObject([{ requester: { tokenId: "alice" } }]);
  const stolen = await call(tool, { id: 7, confirm_token }, { requester: { tokenId: "mallory" } });
  expect(outcomeOf(stolen)).toBe("wrong_owner");
  requester.tokenId = "alice";
  expect(outcomeOf(await call(tool, { id: 7, confirm_token }, { requester }))).toBe("ok");
});
