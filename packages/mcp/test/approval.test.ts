import type { Approver, Policy, Tier2Engine } from "@holdpoint/tier2-core";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { guardServer, registerTier2Tool } from "../src/index.js";
import { call, envelopeOf, shown, textsOf, tokenOf } from "./support/answers.js";
import { engine, newServer } from "./support/engine.js";
import { httpClient } from "./support/http-client.js";
import { httpModes, httpServer } from "./support/http-server.js";
import { linkedClient } from "./support/linked-client.js";

const approver: Approver = { id: "user:bob", kind: "human", groups: ["ops"] };
const policy = { id: "drops", version: 1, scope: "named", tools: ["drop"], onDeadline: "lapse" } as const;
const policies: Policy[] = [{ ...policy, approvers: ["group:ops"] }];

const dropped = { content: [{ type: "text" as const, text: "dropped" }], structuredContent: { dropped: 3 } };
const config = { description: "Drops.", inputSchema: { id: z.number() }, outputSchema: { dropped: z.number() } };
const preview = ({ id }: { id: number }) => ({ summary: `Will drop ${id}.`, preview: { id } });

type Built = (tier2: Tier2Engine, run: () => void) => McpServer;

const servers: [string, Built][] = [
  [
    "registerTier2Tool",
    (tier2, run) => {
      const server = newServer();
      registerTier2Tool(server, tier2, "drop", { ...config, tier2: { category: "delete", preview } }, async () => {
        run();
        return dropped;
      });
      return server;
    },
  ],
  [
    "guardServer",
    (tier2, run) => {
      const server = newServer();
      server.registerTool("drop", config, async () => {
        run();
        return dropped;
      });
      guardServer(server, tier2, {
        tools: { drop: { category: "delete", input: config.inputSchema, preview } },
        others: "refuse",
      });
      return server;
    },
  ],
];

function made(build: Built) {
  const { tier2 } = engine({ policies });
  const runs: number[] = [];
  return { tier2, runs, server: () => build(tier2, () => runs.push(runs.length)) };
}

async function allow({ approvals }: Tier2Engine, id: string) {
  const { actionDigest = "" } = (await approvals.get(id, { approver })) ?? {};
  expect(await approvals.allow(id, { approver, actionDigest, reason: "looked at it" })).toMatchObject({ ok: true });
}

const idOf = (result: Parameters<typeof envelopeOf>[0]) => (envelopeOf(result).approval as { id: string }).id;

/** From the first call to the replay, as the official client sees it. */
async function fromAskingToReplay(client: Client, { tier2, runs }: ReturnType<typeof made>) {
  // A client that has listed the tools checks every answer against the listed output schema.
  await client.listTools();
  const waits = await call(client, "drop", { id: 3 });
  expect(runs).toEqual([]);
  await allow(tier2, idOf(waits));
  const previewed = await call(client, "drop", { id: 3 });
  const confirm_token = tokenOf(previewed);
  const done = await call(client, "drop", { id: 3, confirm_token });
  const again = await call(client, "drop", { id: 3, confirm_token });
  expect(runs).toHaveLength(1);
  return { waits, previewed, done, again };
}

describe.each(servers)("a tool guarded by %s that somebody has to allow", (_, build) => {
  test("answers a client that checks what it gets: pending, then a preview, then its own result once, then a replay", async () => {
    const world = made(build);
    const { waits, previewed, done, again } = await fromAskingToReplay(await linkedClient(world.server()), world);
    expect(waits.structuredContent).toMatchObject({ status: "approval_pending", approval: { status: "pending" } });
    expect(previewed.structuredContent).toMatchObject({ status: "confirmation_required" });
    expect(shown(done)).toEqual(dropped);
    expect(shown(again)).toEqual(dropped);
  });

  test("tells its approval in _meta, beside the pending answer, the result and the replay", async () => {
    const world = made(build);
    const { waits, done, again } = await fromAskingToReplay(await linkedClient(world.server()), world);
    const id = idOf(waits);
    const { policy: _, ...named } = { policy, id, status: "approved" };
    const approved = { ...named, policy: { id: "drops", version: 1 }, uses_left: 0, operation_id: expect.any(String) };
    expect(waits._meta?.["holdpoint/approval"]).toEqual({ id, status: "pending", policy: { id: "drops", version: 1 } });
    expect(done._meta?.["holdpoint/approval"]).toEqual(approved);
    expect(again._meta?.["holdpoint/approval"]).toEqual(approved);
    expect(again._meta?.["holdpoint/replayed"]).toBe(true);
  });

  test("while it waits is neither error nor result, whatever a client looks at", async () => {
    const world = made(build);
    const waits = await call(await linkedClient(world.server()), "drop", { id: 3 });
    // One that looks at isError alone sees no failure; at structuredContent, a status that is no success.
    expect(waits).not.toHaveProperty("isError");
    expect(waits.structuredContent).not.toHaveProperty("dropped");
    expect(waits.structuredContent?.status).toBe("approval_pending");
    // One that shows a model the texts alone: the first words say that nothing happened, and what to do.
    const [sentence = "", json = ""] = textsOf(waits);
    expect(textsOf(waits)).toHaveLength(2);
    expect(sentence).toMatch(/^NOT EXECUTED\. Will drop 3\./);
    expect(sentence).toMatch(/neither done nor failed/);
    expect(JSON.parse(json)).toEqual(waits.structuredContent);
    for (const text of [sentence, json]) expect(text).not.toMatch(/cfm_|confirm_token/);
    expect(world.runs).toEqual([]);
  });

  test.each(httpModes)("is the same to a client over HTTP, %s", async (_mode, mode) => {
    const world = made(build);
    const { port, close } = await httpServer(world.server, mode);
    const client = await httpClient(port);
    try {
      const { waits, done } = await fromAskingToReplay(client, world);
      expect(envelopeOf(waits).status).toBe("approval_pending");
      expect(shown(done)).toEqual(dropped);
    } finally {
      await client.close();
      await close();
    }
  });
});

test("the tool is described as one of two steps, also where it would run at once but for the policy", async () => {
  const server = newServer();
  const { tier2 } = engine({ policies });
  registerTier2Tool(server, tier2, "drop", { ...config, tier2: { tier: 1, preview } }, async () => dropped);
  const client = await linkedClient(server);
  const { tools } = await client.listTools();
  expect(tools[0]?.description).toMatch(/two steps/);
});
