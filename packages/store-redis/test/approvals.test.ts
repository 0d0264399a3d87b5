import { randomUUID } from "node:crypto";
import { type RedisServer, startRedis } from "@holdpoint/test-servers";
import { approvalLists, approvalsAtOnce, fay, shop } from "@holdpoint/tier2-store-testkit/approvals";
import { afterAll, beforeAll, expect, test } from "vitest";
import { redisStore } from "../src/index.js";
import { ioredis, type TestClient } from "./support/clients.js";

let server: RedisServer;
let connections: TestClient[];
const namespace = randomUUID();
beforeAll(async () => {
  server = await startRedis({ persistence: "log" });
  connections = [await ioredis.standalone(server.port), await ioredis.standalone(server.port)];
});
afterAll(async () => {
  for (const connection of connections) connection.drop();
  await server.stop();
});
/** Two processes in one namespace. */
const stores = () => connections.map(({ client }) => redisStore({ client, namespace }));

approvalsAtOnce("Redis", stores);
approvalLists("Redis", stores);

test("where Redis may have lost writes, a grant lets nothing through and its approvers are asked again", async () => {
  const { granted, tokens, call, approvals, pending, decision, starts, close } = shop(stores(), 5);
  const id = await granted();
  await tokens(1);
  await server.command("DEBUG", "CHANGE-REPL-ID");
  expect(await pending()).toBe(id);
  expect(await approvals[0]?.allow(id, await decision(id, fay))).toMatchObject({
    ...{ ok: true, approval: { status: "approved", allows: [{ approver: "user:fay" }] } },
  });
  const [token = ""] = await tokens(1);
  expect((await call({ confirm_token: token })).status).toBe("ok");
  expect(starts).toHaveLength(1);
  await close();
});
