import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { guardServer } from "../src/index.js";
import { call, confirmed, envelopeOf, shown, tokenOf } from "./support/answers.js";
import { engine, newServer } from "./support/engine.js";
import { Foos } from "./support/foos.js";
import { gate } from "./support/gate.js";
import { httpClient } from "./support/http-client.js";
import { type HttpMode, httpModes, httpServer } from "./support/http-server.js";
import { outlivingStore } from "./support/outliving-store.js";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server of before, built anew for each request where there are no sessions, and guarded each time. */
async function setup(mode: HttpMode) {
  const foos = new Foos();
  const { tier2, events } = engine();
  const { port, close } = await httpServer(() => {
    const server = newServer();
    server.registerTool(
      "delete_foo",
      {
        description: "Deletes a foo.",
        inputSchema: z.strictObject({ id: z.number() }),
        outputSchema: { nth: z.number() },
      },
      async ({ id }) => ({ content: [], structuredContent: { nth: await foos.delete(id) } }),
    );
    const tools = { delete_foo: { input: { id: z.number() }, preview: ({ id }: { id: number }) => foos.preview(id) } };
    guardServer(server, tier2, { tools, others: "refuse" });
    return server;
  }, mode);
  closing.push(close);
  const client = async (bearer?: string) => {
    const made = await httpClient(port, bearer);
    closing.push(() => made.close());
    return made;
  };
  return { foos, events, client };
}

/** Where the two ways to keep a server and the two ways to answer each occur once. */
const modes = httpModes.filter(([, { sessions, json }]) => sessions !== json);

describe.each(modes)("a guarded server over HTTP, %s,", (_, mode) => {
  test("previews, runs once and replays, to a client that validates and to another of the same user", async () => {
    const { foos, client } = await setup(mode);
    const alice = await client();
    await alice.listTools();
    const { preview, result, withToken } = await confirmed(alice, "delete_foo", { id: 7 });
    expect(preview.structuredContent).toMatchObject({ status: "confirmation_required", preview: { foo_id: 7 } });
    expect(result.structuredContent).toEqual({ nth: 1 });
    const again = await call(await client(), "delete_foo", withToken);
    expect(shown(again)).toEqual(shown(result));
    expect(again._meta).toMatchObject({ "holdpoint/replayed": true });
    expect(foos.deleted).toEqual([7]);
  });

  test("refuses another user's confirm, and a token without a user", async () => {
    const { foos, client } = await setup(mode);
    const args = { id: 7, confirm_token: tokenOf(await call(await client("client-a/alice"), "delete_foo", { id: 7 })) };
    expect(envelopeOf(await call(await client("client-a/bob"), "delete_foo", args)).reason).toBe("wrong_owner");
    expect(envelopeOf(await call(await client("client-a"), "delete_foo", args)).detail).toBe("requester_missing");
    expect(foos.deleted).toEqual([]);
  });

  test("goes on when its client gives up, and answers the retry", async () => {
    const { foos, events, client } = await setup(mode);
    const { open, pass, reached } = gate();
    foos.hold = pass;
    const alice = await client();
    const args = { id: 7, confirm_token: tokenOf(await call(alice, "delete_foo", { id: 7 })) };
    const left = call(alice, "delete_foo", args, { timeout: 100 });
    await Promise.all([expect(left).rejects.toThrow(), reached]);
    const retry = call(alice, "delete_foo", args);
    open();
    expect((await retry).structuredContent).toEqual({ nth: 1 });
    expect(foos.deleted).toEqual([7]);
    expect(events.map(({ type }) => type)).toEqual(["unclassified", "proposed", "claimed", "completed", "replayed"]);
  });

  test("runs once for fifty confirms at once", async () => {
    const { foos, client } = await setup(mode);
    const alice = await client();
    const args = { id: 7, confirm_token: tokenOf(await call(alice, "delete_foo", { id: 7 })) };
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(alice, "delete_foo", args)));
    expect(new Set(answers.map((answer) => JSON.stringify(shown(answer)))).size).toBe(1);
    expect(foos.deleted).toEqual([7]);
  });
});

test("a guarded server over stdio previews, runs once and replays, also after a restart", async () => {
  const outliving = await outlivingStore();
  closing.push(outliving.close);
  const script = fileURLToPath(new URL("fixtures/guarded-stdio-server.mjs", import.meta.url));
  const started = async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    closing.push(() => client.close());
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [script, outliving.url], stderr: "inherit" }),
    );
    return client;
  };
  const first = await started();
  await first.listTools();
  const { preview, result, withToken } = await confirmed(first, "delete_foo", { id: 7 });
  expect(envelopeOf(preview)).toMatchObject({ status: "confirmation_required", preview: { id: 7 } });
  expect(result.structuredContent).toEqual({ nth: 1 });
  await first.close();
  const again = await call(await started(), "delete_foo", withToken);
  expect(shown(again)).toEqual(shown(result));
  expect(outliving.executions()).toBe(1);
});
