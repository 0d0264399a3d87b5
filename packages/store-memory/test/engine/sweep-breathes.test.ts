import { createTier2 } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { memoryStore } from "../../src/index.js";

test("a sweep over many claims in doubt lets the event loop serve others between its pages", async () => {
  let skewMs = 0;
  const store = memoryStore({ nowMs: () => 1_000_000 + skewMs });
  const tier2 = createTier2({ store, server: "shop" });
  const pages = 5;
  for (let id = 0; id < pages * 200; id += 1) {
    const a = { tokenId: "alice", toolName: "delete_foo", params: { id } };
    await tier2.consumeToken({ ...a, confirm_token: await tier2.issueToken(a) });
  }
  skewMs = 10 * 60_000;
  let turns = 0;
  let over = false;
  const sweep = tier2.sweeper.sweep().finally(() => {
    over = true;
  });
  while (!over) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    turns += 1;
  }
  await sweep;
  expect(turns).toBeGreaterThanOrEqual(pages - 1);
  await tier2.close();
});
