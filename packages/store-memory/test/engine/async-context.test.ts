import { AsyncLocalStorage } from "node:async_hooks";
import { createTier2, type Tier2Event } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { memoryStore } from "../../src/index.js";
import { deferred } from "./support/deferred.js";
import { fooTool } from "./support/foo-tool.js";

const request = new AsyncLocalStorage<string>();

function listening(options: { sweepIntervalMs?: number; leaseMs?: number } = {}) {
  const heard: [Tier2Event["type"], string | undefined][] = [];
  const missing = deferred();
  const engine = createTier2({
    store: memoryStore(),
    server: "shop",
    onEvent: ({ type }) => {
      heard.push([type, request.getStore()]);
      if (type === "completion_missing") missing.resolve();
    },
    ...options,
  });
  return { engine, heard, missing: missing.promise };
}

test("what a call goes through is told in the call's own async context", async () => {
  const { engine, heard } = listening();
  const { tool } = fooTool();
  const requester = { tokenId: "alice" };
  const first = await request.run("first", () => engine.call(tool, { id: 7 }, { requester }));
  const { confirm_token } = first.body as { confirm_token: string };
  await request.run("second", () => engine.call(tool, { id: 7, confirm_token }, { requester }));
  await engine.close();
  expect(heard).toEqual([
    ["proposed", "first"],
    ["claimed", "second"],
    ["completed", "second"],
  ]);
});

test("what the sweeper finds is told in nobody's: it does not live on in the first call", async () => {
  const { engine, heard, missing } = listening({ sweepIntervalMs: 10, leaseMs: 20 });
  const about = { tokenId: "alice", toolName: "delete_foo", params: {} };
  await request.run("first", async () => {
    const confirm_token = await engine.issueToken(about);
    await engine.consumeToken({ ...about, confirm_token });
  });
  await missing;
  await engine.close();
  expect(heard.at(-1)).toEqual(["completion_missing", undefined]);
});
