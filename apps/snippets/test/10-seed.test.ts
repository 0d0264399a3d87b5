import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { beforeEach, expect, test } from "vitest";
import { server } from "../src/10-seed.js";
import { db } from "../src/app.js";

beforeEach(() => db.reset());

test("the hand-written handler previews first, deletes once and replays its answer", async () => {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const send = clientSide.send.bind(clientSide);
  clientSide.send = (message) => send(message, { authInfo: { token: "t", clientId: "tok-1", scopes: [] } });
  const client = new Client({ name: "agent", version: "1" });
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  const call = (args: Record<string, unknown>) =>
    client.callTool({ name: "delete_foo", arguments: { id: 7, ...args } });

  const preview = (await call({})).structuredContent as { confirm_token: string };
  expect(preview).toMatchObject({ status: "confirmation_required", tool: "delete_foo" });
  expect(db.deletions()).toEqual([]);

  const confirmed = await call({ confirm_token: preview.confirm_token });
  expect(confirmed.structuredContent).toMatchObject({ status: "ok", message: "Foo 7 deleted" });
  expect(await call({ confirm_token: preview.confirm_token })).toEqual(confirmed);
  expect(db.deletions()).toEqual([7]);
  await client.close();
});
