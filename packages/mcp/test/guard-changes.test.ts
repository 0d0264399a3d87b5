import type { RegisteredTool } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  ListToolsRequestSchema,
  type Tool,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { guardServer } from "../src/index.js";
import { call, confirmed, envelopeOf, shown, tokenOf } from "./support/answers.js";
import { engine, newServer } from "./support/engine.js";
import { gate } from "./support/gate.js";
import { addTool, dropped, guardedDrop, invalidSetup, preview } from "./support/guarded.js";
import { authInfo, linkedClient } from "./support/linked-client.js";
import { until } from "./support/until.js";

const statusOf = async (client: Parameters<typeof call>[0], name = "drop", args = {}) =>
  envelopeOf(await call(client, name, args)).status;

describe("tools that come after guardServer are guarded:", () => {
  test("before the server connects, and after, however they are registered", async () => {
    const server = newServer();
    const tools = { early: { preview }, late: { preview }, old: { preview } };
    guardServer(server, engine().tier2, { tools, others: 1, later: ["late", "old"] });
    const early = addTool(server, "early");
    const client = await linkedClient(server);
    const changes: unknown[] = [];
    client.setNotificationHandler(ToolListChangedNotificationSchema, (change) => void changes.push(change));
    const late = addTool(server, "late");
    let old = 0;
    server.tool("old", "Drops.", { id: z.number().default(1) }, async () => {
      old += 1;
      return { content: [] };
    });
    await until(() => changes.length >= 2);
    const { tools: listed } = await client.listTools();
    for (const { inputSchema } of listed) expect(inputSchema.properties).toHaveProperty("confirm_token");
    expect(listed).toHaveLength(3);
    for (const name of ["early", "late", "old"]) expect(await statusOf(client, name)).toBe("confirmation_required");
    expect([early.runs.length, late.runs.length, old]).toEqual([0, 0, 0]);
    for (const name of ["early", "late", "old"]) await confirmed(client, name);
    expect([early.runs.length, late.runs.length, old]).toEqual([1, 1, 1]);
  });

  test("also where one was removed and comes anew", async () => {
    const { server, registered, runs } = guardedDrop();
    const client = await linkedClient(server);
    const { withToken } = await confirmed(client, "drop");
    registered.remove();
    expect((await client.listTools()).tools).toEqual([]);
    expect((await call(client, "drop")).content).toEqual([{ type: "text", text: expect.stringMatching(/not found/) }]);
    const anew = addTool(server, "drop", {}, { content: [] });
    expect(await statusOf(client)).toBe("confirmation_required");
    expect(shown(await call(client, "drop", withToken))).toEqual(dropped); // what ran is replayed, not run anew
    expect([runs.length, anew.runs.length]).toEqual([1, 0]);
  });
});

describe("a tool that is disabled", () => {
  test("is neither listed nor run, and goes on where it was when it is enabled", async () => {
    const { server, registered, runs } = guardedDrop();
    const client = await linkedClient(server);
    const confirm_token = tokenOf(await call(client, "drop"));
    registered.disable();
    expect((await client.listTools()).tools).toEqual([]);
    expect(envelopeOf(await call(client, "drop")).reason).toBe("tool_disabled");
    expect(envelopeOf(await call(client, "drop", { confirm_token })).reason).toBe("tool_disabled");
    expect(runs).toEqual([]);
    registered.enable();
    expect(shown(await call(client, "drop", { confirm_token }))).toEqual(dropped);
  });

  test("is not listed by a handler around tools/list either that lists it all the same", async () => {
    const server = newServer();
    const { registered } = addTool(server, "drop");
    server.server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [{ name: "drop", inputSchema: { type: "object" as const } }],
    }));
    guardServer(server, engine().tier2, { tools: { drop: { preview } }, others: 1 });
    const client = await linkedClient(server);
    expect((await client.listTools()).tools).toHaveLength(1);
    registered.disable();
    expect((await client.listTools()).tools).toEqual([]);
  });

  test("still replays what it answered, and tells others nothing of it", async () => {
    const { server, registered, runs } = guardedDrop();
    const client = await linkedClient(server);
    const { withToken } = await confirmed(client, "drop");
    registered.disable();
    const again = await call(client, "drop", withToken);
    expect(shown(again)).toEqual(dropped);
    expect(again._meta).toMatchObject({ "holdpoint/replayed": true });
    await server.close();
    const bob = await linkedClient(server, authInfo("bob"));
    expect(envelopeOf(await call(bob, "drop", withToken)).reason).toBe("wrong_owner");
    for (const confirm_token of ["cfm_x", `cfm_${"a".repeat(43)}`]) {
      expect(envelopeOf(await call(bob, "drop", { confirm_token })).reason).toBe("unknown_or_used");
    }
    expect(runs).toHaveLength(1);
  });

  test("between claim and handler does not run", async () => {
    const { open, pass, reached } = gate();
    const risk = async () => {
      await pass();
      return true;
    };
    const { server, registered, runs } = guardedDrop({}, {}, { risk });
    const client = await linkedClient(server);
    const confirm_token = tokenOf(await call(client, "drop"));
    const answer = call(client, "drop", { confirm_token });
    await reached;
    registered.disable();
    open();
    expect(envelopeOf(await answer)).toMatchObject({
      reason: "not_executed",
      error: expect.stringMatching(/disabled/),
    });
    expect(runs).toEqual([]);
  });
});

describe("an update", () => {
  test("of schema, handler, output, description and annotations takes effect, under the guard", async () => {
    const { server, registered, runs } = guardedDrop({ inputSchema: { id: z.number() } });
    const client = await linkedClient(server);
    await confirmed(client, "drop", { id: 1 });
    const updated: unknown[] = [];
    registered.update({
      paramsSchema: { name: z.string() },
      outputSchema: { n: z.number() },
      description: "Drops by name.",
      callback: (async (params: unknown) => {
        updated.push(params);
        return { content: [], structuredContent: { n: 1 } };
      }) as never,
    });
    const [tool] = (await client.listTools()).tools;
    expect(tool?.description).toMatch(/^Drops by name\.\n\nThis tool takes two steps/);
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(["name", "confirm_token", "acknowledge_duplicate"]);
    expect(envelopeOf(await call(client, "drop", { id: 2 })).reason).toBe("invalid_params");
    const { result } = await confirmed(client, "drop", { name: "x" });
    expect(result.structuredContent).toEqual({ n: 1 });
    expect(updated).toEqual([{ name: "x" }]);
    expect(runs).toHaveLength(1);
  });

  test.each<[string, (tool: RegisteredTool) => void, (listed: Tool | undefined) => void]>([
    [
      "inputSchema",
      (tool) => {
        tool.inputSchema = z.object({ name: z.string() }) as never;
      },
      (listed) => expect(listed?.inputSchema.properties).toHaveProperty("name"),
    ],
    [
      "outputSchema",
      (tool) => {
        tool.outputSchema = z.object({ n: z.number() }) as never;
      },
      (listed) => expect(listed?.outputSchema?.anyOf).toContainEqual(expect.objectContaining({ required: ["n"] })),
    ],
    [
      "description",
      (tool) => {
        tool.description = "Drops more.";
      },
      (listed) => expect(listed?.description).toMatch(/^Drops more\./),
    ],
  ])("by assigning %s shows from the next listing on", async (_, change, expectChanged) => {
    const { server, registered } = guardedDrop({ inputSchema: { id: z.number() }, outputSchema: { m: z.number() } });
    const client = await linkedClient(server);
    await client.listTools();
    change(registered);
    expectChanged((await client.listTools()).tools[0]);
  });

  test("by assigning `execution` that makes it a task tool is refused and told", async () => {
    const { server, registered, runs } = guardedDrop();
    const client = await linkedClient(server);
    registered.execution = { taskSupport: "optional" };
    expect(envelopeOf(await call(client, "drop")).reason).toBe("tool_disabled");
    expect(runs).toEqual([]);
  });

  test("of annotations raises the tier from then on, in the description too", async () => {
    const { server, registered, runs } = guardedDrop({}, { guard: { mutates: "reversible" } });
    const client = await linkedClient(server);
    await call(client, "drop");
    registered.update({ annotations: { destructiveHint: true } });
    expect(await statusOf(client)).toBe("confirmation_required");
    expect((await client.listTools()).tools[0]?.description).toMatch(/takes two steps/);
    expect(runs).toHaveLength(1);
  });

  test.each<[string, Parameters<RegisteredTool["update"]>[0], RegExp]>([
    ["of the schema to one with its own confirm_token", { paramsSchema: { confirm_token: z.string() } }, /already has/],
    ["of the description to nothing", { description: "" }, /no description/],
    ["of the output to one that cannot be listed", { outputSchema: { at: z.date() } }, /cannot be listed/],
    ["of the handler to a task's", { callback: { createTask: () => {} } as never }, /task tool/],
    ["of the name", { name: "drop_all" }, /cannot be renamed/],
  ])("%s is refused, and the tool stays as it was", async (_, changes, message) => {
    const { server, registered, runs } = guardedDrop({ inputSchema: { id: z.number() } });
    expect(() => registered.update(changes)).toThrow(invalidSetup(message));
    await confirmed(await linkedClient(server), "drop", { id: 1 });
    expect(runs).toHaveLength(1);
  });

  test("may give an unguarded tool a guarded name, and with it the guard", async () => {
    const server = newServer();
    const { registered, runs } = addTool(server, "draft");
    guardServer(server, engine().tier2, { tools: { drop: { preview } }, others: 1 });
    registered.update({ name: "drop" });
    const client = await linkedClient(server);
    await confirmed(client, "drop");
    expect(runs).toHaveLength(1);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["drop"]);
  });
});

describe("what is changed behind the guard's back", () => {
  test("gets its own guard where it is exchanged for another tool that is guarded", async () => {
    const server = newServer();
    const seen: string[] = [];
    const telling = (name: string) => ({
      preview: () => {
        seen.push(name);
        return preview();
      },
    });
    const a = addTool(server, "a").registered;
    const b = addTool(server, "b").registered;
    const update = a.update; // the SDK's own, from before
    guardServer(server, engine().tier2, { tools: { a: telling("a"), b: telling("b") }, others: 1 });
    const client = await linkedClient(server);
    b.remove();
    update({ name: "b" });
    const answer = envelopeOf(await call(client, "b"));
    expect([answer.tool, seen]).toEqual(["b", ["b"]]);
  });

  test("does not get past it by a new name", async () => {
    const server = newServer();
    const { registered, runs } = addTool(server, "drop");
    const { update } = registered; // the SDK's own, from before
    guardServer(server, engine().tier2, { tools: { drop: { preview } }, others: 1 });
    update({ name: "drop_all" });
    const client = await linkedClient(server);
    expect((await client.listTools()).tools).toEqual([]);
    expect(envelopeOf(await call(client, "drop_all")).reason).toBe("tool_disabled");
    expect(runs).toEqual([]);
  });

  test("counts from the next call on: another handler is guarded too", async () => {
    const { server, registered, runs } = guardedDrop();
    const client = await linkedClient(server);
    await call(client, "drop");
    let others = 0;
    registered.handler = (async () => {
      others += 1;
      return { content: [] };
    }) as never;
    expect(await statusOf(client)).toBe("confirmation_required");
    await confirmed(client, "drop");
    expect([runs.length, others]).toEqual([0, 1]);
  });

  test("and cannot be guarded is refused and told, not run", async () => {
    const { server, registered, runs } = guardedDrop();
    const errors: Error[] = [];
    const client = await linkedClient(server);
    server.server.onerror = (error) => errors.push(error);
    registered.inputSchema = z.object({ confirm_token: z.string() }) as never;
    expect(envelopeOf(await call(client, "drop", { confirm_token: "x" })).reason).toBe("tool_disabled");
    expect((await client.listTools()).tools).toEqual([]);
    expect(runs).toEqual([]);
    expect(errors).toEqual(Array(2).fill(invalidSetup(/already has confirm_token/)));
  });
});
