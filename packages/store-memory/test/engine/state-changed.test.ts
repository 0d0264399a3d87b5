import { expect, test, vi } from "vitest";
import { fooTool } from "./support/foo-tool.js";
import { aWorld, outcomeOf } from "./support/world.js";

type PreviewFunction = NonNullable<NonNullable<Parameters<typeof fooTool>[0]>["preview"]>;

const versioned = (stateVersion: string | undefined, foo_name = "A") => ({
  summary: "Will delete foo #7",
  preview: { foo_id: 7, foo_name },
  ...(stateVersion !== undefined && { stateVersion }),
});

/** What the preview answers at the first call, and what it does at the recheck. */
async function confirm(first: ReturnType<PreviewFunction>, recheck: PreviewFunction) {
  const world = aWorld();
  const process = world.process();
  const preview = vi.fn<PreviewFunction>(recheck).mockReturnValueOnce(first);
  const foo = fooTool({ preview });
  const confirm_token = await process.preview(foo.tool, { id: 7 });
  const again = () => process.call(foo.tool, { id: 7, confirm_token });
  return { ...process, preview, ...foo, reply: await again(), again };
}

test("the same state version executes, after one recheck inside the claim", async () => {
  const { reply, preview, starts } = await confirm(versioned("v1"), () => versioned("v1", "renamed all the same"));
  expect(outcomeOf(reply)).toBe("ok");
  expect(preview.mock.calls.map(([, { recheck }]) => recheck)).toEqual([false, true]);
  expect(starts[0]?.ctx.preview).toEqual({ foo_id: 7, foo_name: "A" });
});

const changes: Record<string, PreviewFunction> = {
  "gives another version": () => versioned("v2"),
  "gives no version any more": () => versioned(undefined),
  "gives a version that is no text": () => versioned(1 as never),
  refuses: () => ({ refused: "Foo 7 is gone." }),
  throws: () => {
    throw new Error("no such row");
  },
  rejects: () => Promise.reject(new Error("no such row")),
  "answers nothing": () => undefined as never,
};

test.each(Object.keys(changes))("a recheck that %s is state_changed, recorded, and starts nothing", async (how) => {
  const { reply, again, starts, told } = await confirm(versioned("v1"), changes[how] as PreviewFunction);
  expect(reply.body).toEqual({
    status: "rejected",
    tool: "delete_foo",
    reason: "state_changed",
    error:
      "The state changed since the preview. This call executed nothing. Re-call without confirm_token to get a new preview.",
  });
  expect(await again()).toEqual({ ...reply, replayed: true });
  expect(starts).toEqual([]);
  expect(told("not_executed")).toHaveLength(1);
});

test("a recheck that throws is told to observers", async () => {
  const { told } = await confirm(versioned("v1"), changes.throws as PreviewFunction);
  expect(told("hook_failed")).toMatchObject([{ hook: "recheck", error: { message: "no such row" } }]);
});

test("a preview without a state version is not rechecked", async () => {
  const { reply, preview } = await confirm(versioned(undefined), () => versioned("v2"));
  expect(outcomeOf(reply)).toBe("ok");
  expect(preview).toHaveBeenCalledTimes(1);
});

test("an empty state version is a version", async () => {
  const { reply } = await confirm(versioned(""), () => versioned("v2"));
  expect(outcomeOf(reply)).toBe("state_changed");
});

test("a change that comes between the claim and the recheck is seen", async () => {
  let version = "v1";
  const isEnabled = vi.fn(() => {
    if (isEnabled.mock.calls.length === 2) version = "v2"; // after the claim
    return true;
  });
  const { call, preview } = aWorld().process({ isEnabled });
  const { tool, starts } = fooTool({ preview: () => versioned(version) });
  const confirm_token = await preview(tool, { id: 7 });
  expect(outcomeOf(await call(tool, { id: 7, confirm_token }))).toBe("state_changed");
  expect(starts).toEqual([]);
});
