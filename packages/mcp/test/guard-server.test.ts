import { refuse } from "@holdpoint/tier2-core";
import { UrlElicitationRequiredError } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { guardServer, mcpExtra, registerTier2Tool } from "../src/index.js";
import { call, confirmed, envelopeOf, shown, textsOf, tokenOf } from "./support/answers.js";
import { engine, newServer } from "./support/engine.js";
import { deleteFoo, Foos } from "./support/foos.js";
import { gate } from "./support/gate.js";
import { addTool, dropped, guardedDrop, preview } from "./support/guarded.js";
import { anonymousClient, linkedClient } from "./support/linked-client.js";

describe("a tool that was registered before its server was guarded", () => {
  test("previews, runs once, answers its own result and replays it", async () => {
    const { server, runs } = guardedDrop({ inputSchema: { id: z.number() } });
    const client = await linkedClient(server);
    const { preview, result, withToken } = await confirmed(client, "drop", { id: 1 });
    expect(envelopeOf(preview)).toMatchObject({ status: "confirmation_required", tool: "drop", summary: "Will drop." });
    expect(runs.map(([params]) => params)).toEqual([{ id: 1 }]);
    expect(shown(result)).toEqual(dropped);
    const again = await call(client, "drop", withToken);
    expect(shown(again)).toEqual(dropped);
    expect(again._meta).toMatchObject({ "holdpoint/replayed": true, "holdpoint/operation_id": expect.any(String) });
    expect(runs).toHaveLength(1);
  });

  test("runs at once without a guard: the control run", async () => {
    const server = newServer();
    const { runs } = addTool(server, "drop", { inputSchema: { id: z.number() } });
    await call(await linkedClient(server), "drop", { id: 1 });
    expect(runs).toHaveLength(1);
  });

  test("shows token, preview and instructions to clients that show text alone or structuredContent alone", async () => {
    const { server } = guardedDrop({ outputSchema: { n: z.number() } });
    const client = await linkedClient(server);
    await client.listTools();
    const { content, structuredContent } = await call(client, "drop");
    const [sentence, json] = textsOf({ content });
    expect(sentence).toMatch(/^NOT EXECUTED/);
    for (const envelope of [JSON.parse(json ?? ""), structuredContent]) {
      expect(envelope).toMatchObject({ preview: {}, confirm_token: expect.stringMatching(/^cfm_/) });
      expect(envelope.confirm_instructions).toContain(envelope.confirm_token);
    }
  });

  test("tells the model of the two steps at the end of its description", async () => {
    const { server } = guardedDrop({ description: "Drops a foo." });
    const [tool] = (await (await linkedClient(server)).listTools()).tools;
    expect(tool?.description).toMatch(
      /^Drops a foo\.\n\nThis tool takes two steps\. .*call "drop" again with the SAME/,
    );
  });

  test("refuses other arguments, another owner and nobody at all", async () => {
    const { server, runs } = guardedDrop({ inputSchema: { id: z.number() } });
    const alice = await linkedClient(server);
    const confirm_token = tokenOf(await call(alice, "drop", { id: 1 }));
    expect(envelopeOf(await call(alice, "drop", { id: 2, confirm_token })).reason).toBe("params_changed");
    await server.close();
    const bob = await linkedClient(server, { token: "b", clientId: "client-a", scopes: [], extra: { sub: "bob" } });
    expect(envelopeOf(await call(bob, "drop", { id: 1, confirm_token })).reason).toBe("wrong_owner");
    await server.close();
    const nobody = envelopeOf(await call(await anonymousClient(server), "drop", { id: 1 }));
    expect(nobody).toMatchObject({ reason: "access_revoked", detail: "requester_missing" });
    expect(runs).toEqual([]);
  });

  test("takes the requester that the options tell", async () => {
    const seen: unknown[] = [];
    const guard = {
      preview: (_: unknown, ctx: { requester: unknown }) => {
        seen.push(ctx.requester);
        return preview();
      },
    };
    const { server } = guardedDrop({}, { guard, requester: () => ({ tokenId: "robot" }) });
    await call(await anonymousClient(server), "drop");
    expect(seen).toEqual([{ tokenId: "robot" }]);
  });

  test("is asked to acknowledge a second deliberate run", async () => {
    const { server, runs } = guardedDrop();
    const client = await linkedClient(server);
    await confirmed(client, "drop");
    const { duplicate_of, confirm_token } = envelopeOf(await call(client, "drop"));
    const { operation_id } = duplicate_of as { operation_id: string };
    await call(client, "drop", { confirm_token, acknowledge_duplicate: operation_id });
    expect(runs).toHaveLength(2);
  });

  test("may refuse in its preview, and have its tier told by its arguments", async () => {
    const guard = {
      tier: ({ id }: { id: number }) => (id < 10 ? 1 : 2),
      preview: ({ id }: { id: number }) => (id > 99 ? refuse("No such foo.") : preview()),
    };
    const { server, runs } = guardedDrop({ inputSchema: { id: z.number() } }, { guard });
    const client = await linkedClient(server);
    expect(shown(await call(client, "drop", { id: 1 }))).toEqual(dropped);
    expect(envelopeOf(await call(client, "drop", { id: 10 })).status).toBe("confirmation_required");
    expect(envelopeOf(await call(client, "drop", { id: 100 }))).toMatchObject({
      reason: "not_possible",
      error: "No such foo.",
    });
    expect(runs).toHaveLength(1);
  });

  test("previews by its hint where it is classified as harmless, and no hint lowers one", async () => {
    const raised = guardedDrop({ annotations: { destructiveHint: true } }, { guard: { mutates: "reversible" } });
    expect(envelopeOf(await call(await linkedClient(raised.server), "drop")).status).toBe("confirmation_required");
    const kept = guardedDrop({ annotations: { readOnlyHint: true, destructiveHint: false } });
    expect(envelopeOf(await call(await linkedClient(kept.server), "drop")).status).toBe("confirmation_required");
    const harmless = guardedDrop({}, { guard: { mutates: "reversible" } });
    expect(shown(await call(await linkedClient(harmless.server), "drop"))).toEqual(dropped);
  });

  test("gets the SDK's own extra, but for the signal: a client that leaves does not stop it", async () => {
    const { open, pass, reached } = gate();
    const server = newServer();
    const { tier2 } = engine();
    const seen: { signal: AbortSignal; authInfo?: unknown }[] = [];
    server.registerTool("drop", { description: "Drops." }, async (extra) => {
      seen.push(extra);
      await pass();
      return { content: [] };
    });
    const extras: unknown[] = [];
    const guard = {
      preview: (_: object, ctx: { source: unknown }) => {
        extras.push(mcpExtra(ctx));
        return preview();
      },
    };
    guardServer(server, tier2, { tools: { drop: guard }, others: 1 });
    const client = await linkedClient(server);
    const confirm_token = tokenOf(await call(client, "drop"));
    const left = call(client, "drop", { confirm_token }, { timeout: 50 });
    await Promise.all([expect(left).rejects.toThrow(), reached]);
    expect(seen[0]).toMatchObject({ authInfo: { clientId: "client-a" }, sendRequest: expect.any(Function) });
    expect(seen[0]?.signal.aborted).toBe(false);
    expect(extras).toEqual([expect.objectContaining({ requestId: expect.anything() })]);
    open();
    expect((await call(client, "drop", { confirm_token })).isError).toBeUndefined();
    expect(seen).toHaveLength(1);
  });
});

describe("what a handler throws", () => {
  test("in Tier-2 is a failure that is replayed and not repeated", async () => {
    const { server, runs } = guardedDrop({}, { result: new Error("disk on fire") });
    const client = await linkedClient(server);
    const { result, withToken } = await confirmed(client, "drop");
    expect(envelopeOf(result)).toMatchObject({ status: "rejected", reason: "failed" });
    expect(envelopeOf(await call(client, "drop", withToken)).reason).toBe("failed");
    expect(runs).toHaveLength(1);
  });

  test("in Tier-1 reaches the client as it does without a guard", async () => {
    for (const result of [new Error("disk on fire"), new UrlElicitationRequiredError([])]) {
      const plain = newServer();
      addTool(plain, "drop", {}, result);
      const { server } = guardedDrop({}, { result, guard: { tier: 1 } });
      const answer = (client: typeof plain) =>
        linkedClient(client)
          .then((each) => call(each, "drop"))
          .catch(String);
      expect(await answer(server)).toEqual(await answer(plain));
    }
  });
});

describe("tools that are not named", () => {
  const both = (others: 1 | "refuse") => {
    const server = newServer();
    addTool(server, "drop");
    const early = addTool(server, "early", { description: "Was there before." });
    guardServer(server, engine().tier2, { tools: { drop: { preview } }, others });
    const late = addTool(server, "late", { description: "Came after." });
    return { server, early, late };
  };

  test("run at once and are listed as they are, where `others` is 1", async () => {
    const { server, early, late } = both(1);
    const client = await linkedClient(server);
    const { tools } = await client.listTools();
    expect(tools.map(({ name, description }) => [name, description?.split("\n")[0]])).toEqual([
      ["drop", "Drops."],
      ["early", "Was there before."],
      ["late", "Came after."],
    ]);
    expect(tools[1]?.inputSchema.properties).toEqual({});
    await call(client, "early");
    await call(client, "late");
    expect([early.runs, late.runs].map(({ length }) => length)).toEqual([1, 1]);
  });

  test("are neither listed nor run, where `others` is refuse", async () => {
    const { server, early, late } = both("refuse");
    const client = await linkedClient(server);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["drop"]);
    for (const name of ["early", "late"]) {
      expect(envelopeOf(await call(client, name))).toMatchObject({ status: "rejected", reason: "tool_disabled" });
    }
    expect([...early.runs, ...late.runs]).toEqual([]);
  });

  test("include no member that every object has", async () => {
    const { server } = both("refuse");
    const client = await linkedClient(server);
    for (const name of ["constructor", "toString", "__proto__"]) {
      expect((await call(client, name)).isError).toBe(true);
    }
  });

  test("and such a member is no tool for a guard of its name either", async () => {
    const server = newServer();
    guardServer(server, engine().tier2, { tools: { toString: { preview } }, others: 1, later: ["toString"] });
    const client = await linkedClient(server);
    expect(textsOf(await call(client, "toString"))).toEqual([expect.stringMatching(/Tool toString not found/)]);
  });

  test("run at once where they are named with 1, whatever `others` says", async () => {
    const server = newServer();
    const { runs } = addTool(server, "look");
    guardServer(server, engine().tier2, { tools: { look: 1 }, others: "refuse" });
    await call(await linkedClient(server), "look");
    expect(runs).toHaveLength(1);
  });

  test("keep the guard that registerTier2Tool gave them, before and after", async () => {
    for (const others of [1, "refuse"] as const) {
      const server = newServer();
      const { tier2 } = engine();
      const foos = new Foos();
      registerTier2Tool(server, tier2, deleteFoo(foos));
      guardServer(server, tier2, { tools: {}, others });
      registerTier2Tool(server, tier2, "drop", { description: "Drops.", tier2: { preview } }, async () => ({
        content: [],
      }));
      const client = await linkedClient(server);
      await confirmed(client, "delete_foo", { id: 7 });
      await confirmed(client, "drop");
      expect(foos.deleted).toEqual([7]);
    }
  });
});
