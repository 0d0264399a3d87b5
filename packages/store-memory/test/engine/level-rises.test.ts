import type { Level } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { fooTool } from "./support/foo-tool.js";
import { aWorld } from "./support/world.js";

test("a level that rose between preview and confirm is not fallen below", async () => {
  let level: Level = "L1";
  const { call, preview } = aWorld().process();
  const { tool, starts } = fooTool({ level: () => level });
  const confirm_token = await preview(tool, { id: 7 });
  level = "L3";
  expect((await call(tool, { id: 7, confirm_token })).body).toMatchObject({
    reason: "level_unavailable",
    detail: "no_policy",
  });
  expect(starts).toHaveLength(0);
});

test("a token of issueToken does not run a tool whose own preview nobody saw", async () => {
  const { call, engine } = aWorld().process();
  const { tool, starts } = fooTool();
  const params = { id: 7 };
  const confirm_token = await engine.issueToken({ tokenId: "alice", toolName: tool.name, params, preview: {} });
  const { body } = await call(tool, { ...params, confirm_token });
  expect(body).toMatchObject({ reason: "not_executed", detail: "not_previewed" });
  expect(starts).toHaveLength(0);
});
