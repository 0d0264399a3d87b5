import { defineTier2Tool } from "@holdpoint/tier2-core";
import { afterAll, beforeEach, expect, test } from "vitest";
import { deleteFoo } from "../src/01-mcp-new.js";
import { db } from "../src/app.js";
import { inSpan, installTelemetry, records } from "./telemetry.js";

installTelemetry();
const { journal, lines, tier2 } = await import("../src/11-events.js");

let requester = { tokenId: "" };
const logged = () => lines.map((line) => JSON.parse(line) as { level: number; msg: string; [member: string]: unknown });

beforeEach(({ task }) => {
  db.reset();
  requester = { tokenId: `token of ${task.id}` }; // the engine outlives each test
  for (const list of [lines, journal, records]) list.length = 0;
});
afterAll(() => tier2.close());

async function issue(tool: Parameters<typeof tier2.call>[0], args: object): Promise<string> {
  const { body } = await tier2.call(tool, args, { requester });
  if (body.status !== "confirmation_required") throw new Error(body.status);
  return body.confirm_token;
}

test("every step of an operation reaches the log, and its intent the journal before it starts", async () => {
  const confirmToken = await issue(deleteFoo, { id: 7 });
  await tier2.call(deleteFoo, { id: 7 }, { requester, confirmToken });
  await tier2.call(deleteFoo, { id: 7 }, { requester, confirmToken });

  expect(logged().map(({ msg }) => msg)).toEqual([
    "tier2 proposed",
    "tier2 claimed",
    "tier2 completed",
    "tier2 replayed",
  ]);
  expect(journal.map((line) => JSON.parse(line).type)).toEqual(["intent", "completed"]);
});

test("counters know the reason of a refusal, and the histogram how long the handler took", async () => {
  const confirmToken = await issue(deleteFoo, { id: 7 });
  await tier2.call(deleteFoo, { id: 8 }, { requester, confirmToken });
  await tier2.call(deleteFoo, { id: 7 }, { requester, confirmToken });
  const about = { tool: "delete_foo", server: "foos" };
  const count = (attributes: object) => ({
    instrument: "tier2.events",
    value: 1,
    attributes: { ...about, ...attributes },
  });
  expect(records).toEqual([
    count({ type: "proposed" }),
    count({ type: "refused", reason: "params_changed" }),
    count({ type: "claimed" }),
    count({ type: "completed" }),
    { instrument: "tier2.execute.duration", value: expect.any(Number), attributes: { tool: "delete_foo" } },
  ]);
});

test("events arrive in the async context of their own call, however many run at once", async () => {
  const tool = defineTier2Tool({
    name: "slow",
    category: "delete",
    duplicates: "allow",
    preview: () => ({ summary: "Will be slow", preview: {} }),
    execute: async () => {
      await new Promise((later) => setTimeout(later, 20));
      return { message: "done" };
    },
  });
  const tokens = await Promise.all([issue(tool, {}), issue(tool, {})]);
  const operationIds: unknown[] = [];
  const spans = await Promise.all(
    tokens.map((confirmToken) =>
      inSpan(async () => {
        operationIds.push((await tier2.call(tool, {}, { requester, confirmToken })).operationId);
      }),
    ),
  );
  expect(new Set(operationIds).size).toBe(2);
  expect(spans).toEqual(
    operationIds.map((operationId) =>
      ["tier2.claimed", "tier2.completed"].map((name) => [name, { "tier2.operation_id": operationId }]),
    ),
  );
});

test("a handler that breaks off is logged as an error, with what it threw", async () => {
  const tool = defineTier2Tool({
    name: "broken",
    category: "delete",
    preview: () => ({ summary: "Will break", preview: {} }),
    execute: () => {
      throw new Error("connection lost");
    },
  });
  const confirmToken = await issue(tool, {});
  await tier2.call(tool, {}, { requester, confirmToken });
  expect(logged().at(-1)).toMatchObject({
    level: 50,
    msg: "tier2 failed",
    error: { message: "connection lost", stack: expect.any(String) },
  });
});
