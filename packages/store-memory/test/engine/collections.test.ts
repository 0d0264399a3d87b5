import { collectionOf } from "@holdpoint/tier2-core";
import { expect, test, vi } from "vitest";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

const rule = "inactive contractors";
const deleting = (ids: number[], selection = rule) => ({
  summary: `Will delete ${ids.length} contractors`,
  preview: {},
  material: collectionOf(ids, selection),
});

/** Previews a selection, and confirms when another one is there. */
async function confirm(first: object, then: object) {
  const process = aWorld().process();
  const preview = vi.fn().mockReturnValueOnce(first).mockReturnValue(then);
  const foo = fooTool({ preview });
  const confirm_token = await process.preview(foo.tool, { id: 7 });
  return { ...foo, preview, reply: await process.call(foo.tool, { id: 7, confirm_token }) };
}

test("the same collection, found in another order, executes: a preview without a state version is asked again too", async () => {
  const { reply, preview, starts } = await confirm(deleting([1, 2, 3]), deleting([3, 1, 2]));
  expect([outcomeOf(reply), starts.length]).toEqual(["ok", 1]);
  expect(preview.mock.calls.map(([, { recheck }]) => recheck)).toEqual([false, true]);
});

test.each<[string, object]>([
  ["another collection of the same size", deleting([1, 2, 4])],
  ["a larger one", deleting([1, 2, 3, 4])],
  ["one by another rule", deleting([1, 2, 3], "all contractors")],
  ["none any more", { summary: "Will delete", preview: {} }],
])("%s is state_changed, and nothing starts", async (_what, then) => {
  const { reply, starts } = await confirm(deleting([1, 2, 3]), then);
  expect([outcomeOf(reply), starts.length]).toEqual(["state_changed", 0]);
});

test("a digest that is left out lets another collection of the same size pass: the check above rests on it", async () => {
  const counted = { summary: "Will delete 3", preview: {}, material: { selection: rule, count: 3 } };
  expect(outcomeOf((await confirm(counted, counted)).reply)).toBe("ok");
});
