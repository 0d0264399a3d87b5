import { expect, test } from "vitest";
import { aWorld } from "./support/world.js";

const owner = { tokenId: "alice", toolName: "delete_foo", params: { id: 7 } };

test.each([[5], [["x"]], [{}], [true], [undefined]])("a confirm token that is %j is invalid_params", async (token) => {
  const { engine } = aWorld().process();
  const consumed = await engine.consumeToken({ ...owner, confirm_token: token as never });
  expect(consumed).toMatchObject({ ok: false, reason: "invalid_params" });
});

test("params of hand-written handlers are bound but not stored: nobody said which of them are secret", async () => {
  const { engine, connection } = aWorld().process();
  await engine.issueToken({ ...owner, params: { id: 7, password: "hunter22" } });
  expect(connection.operations).toHaveLength(1);
  expect(JSON.stringify(connection.operations)).not.toContain("hunter22");
});

test("what cannot be issued is a set-up error", async () => {
  const { engine } = aWorld().process();
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  for (const wrong of [{ toolName: undefined }, { toolName: 7 }, { preview: cycle }, { preview: { n: 1n } }]) {
    await expect(engine.issueToken({ ...owner, ...wrong } as never)).rejects.toMatchObject({ code: "invalid_setup" });
  }
  await expect(engine.recordCompletion(7 as never, {})).rejects.toMatchObject({ code: "invalid_setup" });
});
