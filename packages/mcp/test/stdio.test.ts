import { hostname } from "node:os";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { call, confirmed, envelopeOf, shown, tokenOf } from "./support/answers.js";
import { gate } from "./support/gate.js";
import { outlivingStore } from "./support/outliving-store.js";

const script = fileURLToPath(new URL("fixtures/stdio-server.mjs", import.meta.url));
const clients: Client[] = [];
let outliving: Awaited<ReturnType<typeof outlivingStore>>;

beforeEach(async () => {
  outliving = await outlivingStore();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await outliving.close();
});

/** A client with a server process of its own, which ends with it. */
async function started(...args: string[]): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  clients.push(client);
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [script, outliving.url, ...args], stderr: "inherit" }),
  );
  return client;
}

describe("over stdio", () => {
  test("a tool previews, runs once and replays", async () => {
    const client = await started();
    await client.listTools();
    const { preview, result, withToken } = await confirmed(client, "delete_foo", { id: 7 });
    expect(envelopeOf(preview).status).toBe("confirmation_required");
    expect(envelopeOf(result)).toMatchObject({ status: "ok", nth: 1 });
    const again = await call(client, "delete_foo", withToken);
    expect(shown(again)).toEqual(shown(result));
    expect(outliving.executions()).toBe(1);
  });

  test("the requester is the operating system's user on this host, without a subject", async () => {
    const { preview } = envelopeOf(await call(await started(), "delete_foo", { id: 7 }));
    const { requester } = preview as { requester: { tokenId: string } };
    const user = String(process.getuid?.() ?? process.env.USERNAME);
    const host = hostname();
    expect(requester).toEqual({ tokenId: `stdio ${host.length}:${host} ${user.length}:${user}` });
  });

  test("a server that was restarted confirms what the one before it previewed, and replays what that one executed", async () => {
    const first = await started();
    const { result, withToken } = await confirmed(first, "delete_foo", { id: 7 });
    const open = { id: 8, confirm_token: tokenOf(await call(first, "delete_foo", { id: 8 })) };
    await first.close();

    const second = await started();
    const replayed = await call(second, "delete_foo", withToken);
    expect(shown(replayed)).toEqual(shown(result));
    expect(replayed._meta).toMatchObject({ "holdpoint/replayed": true });
    expect(envelopeOf(await call(second, "delete_foo", open))).toMatchObject({ status: "ok", nth: 2 });
    expect(outliving.executions()).toBe(2);
  });

  test("a server whose store was its own memory has forgotten its tokens after a restart: refused, not executed", async () => {
    const first = await started("memory");
    const confirm_token = tokenOf(await call(first, "delete_foo", { id: 7 }));
    await first.close();
    const refused = await call(await started("memory"), "delete_foo", { id: 7, confirm_token });
    expect(envelopeOf(refused)).toMatchObject({ status: "rejected", reason: "unknown_or_used" });
    expect(refused.isError).toBe(true);
    expect(outliving.executions()).toBe(0);
  });

  test("a client that times out in mid-execution changes nothing: it runs once, and a retry gets its answer", async () => {
    const { open, pass } = gate();
    outliving.hold(pass());
    const client = await started();
    const args = { id: 7, confirm_token: tokenOf(await call(client, "delete_foo", { id: 7 })) };
    await expect(call(client, "delete_foo", args, { timeout: 300 })).rejects.toThrow(/timed out/i);
    const retry = call(client, "delete_foo", args);
    open();
    expect(envelopeOf(await retry)).toMatchObject({ status: "ok", nth: 1 });
    expect(outliving.executions()).toBe(1);
  });

  test("a confirm that is sent fifty times at once executes once, with one answer for all", async () => {
    const client = await started();
    const args = { id: 7, confirm_token: tokenOf(await call(client, "delete_foo", { id: 7 })) };
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(client, "delete_foo", args)));
    expect(new Set(answers.map((answer) => JSON.stringify(shown(answer)))).size).toBe(1);
    expect(outliving.executions()).toBe(1);
  });
});
