import { describe, expect, test } from "vitest";
import { aWorld } from "../support/world.js";
import { alice, approving, opsPolicy, shownTo } from "./approving.js";

const changed = { ok: false, reason: "policy_changed" };
const about = { tokenId: alice.tokenId, toolName: "delete_foo", params: { id: 7 } };

describe("a handler written by hand", () => {
  test("gets no token for a tool that a policy may apply to", async () => {
    const { engine } = aWorld().process({ policies: [opsPolicy()] });
    await expect(engine.issueToken(about)).rejects.toMatchObject({ code: "invalid_setup" });
    await engine.issueToken({ ...about, toolName: "another_tool" });
  });

  test("does not get the claim of a token that a call was given under an approval, or before there was a policy", async () => {
    const { process, allowed, world } = approving();
    const { confirm_token } = await allowed({ id: 7 });
    expect(await process.engine.consumeToken({ ...about, confirm_token })).toEqual(changed);
    const before = await world.process().engine.issueToken(about);
    expect(await process.engine.consumeToken({ ...about, confirm_token: before })).toEqual(changed);
  });

  test("does not get the claim of a token that another process gave under an approval, which it could not spend", async () => {
    const { allowed, world, process } = approving();
    const { confirm_token, approval } = await allowed({ id: 7 });
    const unaware = world.process({ policies: [] });
    expect(await unaware.engine.consumeToken({ ...about, confirm_token })).toEqual(changed);
    expect((await unaware.engine.operations.inDoubt()).items).toEqual([]);
    expect((await shownTo(process, approval.id)).spent).toEqual([]);
  });

  test.each(["L3", () => "L1"] as const)(
    "gets no token for a tool that may demand more than two steps",
    async (level) => {
      const policies = [opsPolicy()];
      const { world, foo } = approving({ policies }, { level });
      const { engine } = world.process({ policies: typeof level === "string" ? policies : [] });
      engine.register(foo.tool);
      await expect(engine.issueToken(about)).rejects.toMatchObject({ code: "invalid_setup" });
      const token = await world.process({ policies: [] }).engine.issueToken(about);
      expect(await engine.consumeToken({ ...about, confirm_token: token })).toEqual(changed);
    },
  );
});
