import { createTier2, defineTier2Tool } from "@holdpoint/tier2-core";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { describe, expect, test } from "vitest";
import { type Extra, mcpExtra, registerTier2Tool } from "../src/index.js";
import { call, confirmed, envelopeOf, tokenOf } from "./support/answers.js";
import { engine, newServer } from "./support/engine.js";
import { gate } from "./support/gate.js";
import { authInfo, linkedClient } from "./support/linked-client.js";
import { until } from "./support/until.js";

describe("mcpExtra", () => {
  test("gives previews and handlers the SDK's extra of their own call", async () => {
    const seen: (Extra | undefined)[] = [];
    const tool = defineTier2Tool({
      name: "drop",
      description: "Drops.",
      preview: (_, ctx) => {
        seen.push(mcpExtra(ctx));
        return { summary: "Will drop.", preview: {}, stateVersion: "1" };
      },
      execute: (_, ctx) => {
        seen.push(mcpExtra(ctx));
        return { message: "Dropped." };
      },
    });
    const server = newServer();
    registerTier2Tool(server, engine().tier2, tool);
    await confirmed(await linkedClient(server, authInfo("alice")), "drop");
    const [preview, recheck, execute] = seen;
    expect(seen).toHaveLength(3);
    for (const extra of seen) expect(extra?.authInfo).toMatchObject({ extra: { sub: "alice" } });
    expect(recheck).toBe(execute);
    expect(preview?.requestId).not.toBe(execute?.requestId);
  });

  const extra = {
    requestId: 1,
    signal: new AbortController().signal,
    sendRequest: async () => ({}),
    sendNotification: async () => {},
  };
  test("knows an extra by its members", () => {
    expect(mcpExtra({ source: extra })).toBe(extra);
  });

  test.each<[unknown]>([
    [undefined],
    [null],
    ["a text"],
    [{}],
    ...Object.keys(extra).map((missing): [unknown] => [{ ...extra, [missing]: undefined }]),
  ])("is undefined where no MCP call is behind it: %o", (source) => {
    expect(mcpExtra({ source })).toBeUndefined();
  });

  test("is undefined for a call that came another way", async () => {
    const { tier2 } = engine();
    const seen: unknown[] = [];
    const tool = defineTier2Tool({
      name: "drop",
      preview: (_, ctx) => {
        seen.push(mcpExtra(ctx));
        return { summary: "Will drop.", preview: {} };
      },
      execute: () => ({ message: "Dropped." }),
    });
    await tier2.call(tool, {}, { requester: { tokenId: "t1" }, source: { method: "POST" } });
    expect(seen).toEqual([undefined]);
  });
});

/** A tool with an SDK handler that stands before a gate, and what it saw. */
async function waiting(tier2 = engine().tier2) {
  const { open, pass, reached } = gate();
  const seen: Extra[] = [];
  const server = newServer();
  server.server.onerror = () => {};
  registerTier2Tool(
    server,
    tier2,
    "drop",
    { description: "Drops.", tier2: { preview: () => ({ summary: "Will drop.", preview: {} }) } },
    async (extra) => {
      seen.push(extra);
      await pass();
      return { content: [{ type: "text", text: `aborted: ${extra.signal.aborted}` }] };
    },
  );
  const client = await linkedClient(server);
  const args = { confirm_token: tokenOf(await call(client, "drop")) };
  return { client, args, open, reached, seen, server };
}

describe("the signal of a guarded handler", () => {
  test("does not abort when the client cancels: the handler goes on, and a retry gets its answer", async () => {
    const { client, args, open, reached, seen } = await waiting();
    const leaving = new AbortController();
    const left = call(client, "drop", args, { signal: leaving.signal });
    await reached;
    leaving.abort();
    await expect(left).rejects.toThrow();
    const retry = call(client, "drop", args);
    open();
    expect((await retry).content).toEqual([{ type: "text", text: "aborted: false" }]);
    expect(seen).toHaveLength(1);
  });

  test("does not abort when the connection closes", async () => {
    const { client, args, open, reached, seen, server } = await waiting();
    const left = call(client, "drop", args);
    await reached;
    await Promise.all([expect(left).rejects.toThrow(/closed/), client.close()]);
    expect(seen[0]?.signal.aborted).toBe(false);
    open();
    const again = await call(await linkedClient(server), "drop", args);
    expect(again.content).toEqual([{ type: "text", text: "aborted: false" }]);
    expect(seen).toHaveLength(1);
  });

  test("aborts when the engine shuts down, and the outcome is still recorded", async () => {
    const tier2 = createTier2({ store: memoryStore(), server: "foos" });
    const { client, args, open, reached, seen } = await waiting(tier2);
    const answer = call(client, "drop", args);
    await reached;
    const closed = tier2.close();
    expect(seen[0]?.signal.aborted).toBe(true);
    open();
    await closed;
    expect((await answer).content).toEqual([{ type: "text", text: "aborted: true" }]);
  });
});

test("a duplicate whose client leaves stops waiting, and the one that runs does not notice", async () => {
  const { tier2, events } = engine({ waitForCompletionMs: 60_000 });
  const { client, args, open, reached, seen } = await waiting(tier2);
  const first = call(client, "drop", args);
  await reached;
  await expect(call(client, "drop", args, { timeout: 50 })).rejects.toThrow(/timed out/i);
  await until(() => events.some(({ type }) => type === "refused"));
  expect(events.at(-1)).toMatchObject({ type: "refused", reason: "unknown_or_used", detail: "in_flight" });
  open();
  expect((await first).isError).not.toBe(true);
  expect(seen).toHaveLength(1);
});

test("a handler that throws is told as failed, and its repetition too, without another run", async () => {
  const server = newServer();
  let runs = 0;
  const config = { description: "Drops.", tier2: { preview: () => ({ summary: "Will drop.", preview: {} }) } };
  registerTier2Tool(server, engine().tier2, "drop", config, async () => {
    runs += 1;
    throw new Error("half-way");
  });
  const client = await linkedClient(server);
  const { result, withToken } = await confirmed(client, "drop");
  expect(envelopeOf(result)).toMatchObject({ status: "rejected", reason: "failed" });
  expect(result).toMatchObject({ isError: true });
  expect(envelopeOf(await call(client, "drop", withToken))).toEqual(envelopeOf(result));
  expect(runs).toBe(1);
});
