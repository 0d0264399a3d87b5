import { describe, expect, test } from "vitest";
import { aWorld } from "../support/world.js";
import { alice, approving, opsPolicy } from "./approving.js";

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
    const changed = { ok: false, reason: "policy_changed" };
    expect(await process.engine.consumeToken({ ...about, confirm_token })).toEqual(changed);
    const before = await world.process().engine.issueToken(about);
    expect(await process.engine.consumeToken({ ...about, confirm_token: before })).toEqual(changed);
  });
});
