import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import * as z3 from "zod/v3";
import { guardServer, registerTier2Tool, type ToolSchema } from "../src/index.js";
import { call, confirmed, envelopeOf } from "./support/answers.js";
import { engine, newServer } from "./support/engine.js";
import { addTool, type Config, invalidSetup, preview } from "./support/guarded.js";
import { linkedClient } from "./support/linked-client.js";

const guardDrop = (server: McpServer, more: object = {}) =>
  guardServer(server, engine().tier2, { tools: { drop: { preview } }, others: 1, ...more });

const task = { createTask: () => {}, getTask: () => {}, getTaskResult: () => {} } as never;

const unguardable: [string, (server: McpServer) => unknown, RegExp][] = [
  ["no description", config({ description: " " }), /no description/],
  ["a confirm_token of its own", config({ inputSchema: { confirm_token: z.string() } }), /already has confirm_token/],
  [
    "a confirm_token of its own in one form of a union",
    config({ inputSchema: z.union([z.object({ a: z.string() }), z.object({ confirm_token: z.string() })]) }),
    /already has confirm_token/,
  ],
  [
    "an acknowledge_duplicate of its own, in zod 3",
    config({ inputSchema: z3.object({ acknowledge_duplicate: z3.string() }) }),
    /already has acknowledge_duplicate/,
  ],
  [
    "a pattern that the token falls under",
    config({ inputSchema: z.looseObject({}).meta({ patternProperties: { "^con": { type: "number" } } }) }),
    /a pattern that confirm_token would fall under: \^con/,
  ],
  ["a condition at its root", config({ inputSchema: z.object({}).meta({ if: {} }) }), /at its root stands if/],
  ["an input that is no object", config({ inputSchema: z.string() }), /accepts no object/],
  ["an input that JSON cannot carry", config({ inputSchema: { at: z.date() } }), /cannot be listed: Date/],
  ["an input that has no JSON Schema", config({ inputSchema: z.custom() }), /cannot be listed: Custom types/],
  [
    "an input of two zod majors",
    config({ inputSchema: z.object({ a: z.string(), b: z3.string() as never }) }),
    /cannot be listed/,
  ],
  [
    "an output that no client could use",
    config({ outputSchema: z.object({ at: z.date() }) }),
    /cannot be listed: Date/,
  ],
  [
    "an output that the SDK could not list",
    config({ outputSchema: { id: z.string().transform((id) => id.length) } }),
    /the SDK cannot list its outputSchema/,
  ],
  [
    "a task tool",
    (server) => server.experimental.tasks.registerToolTask("drop", { description: "Drops." }, task),
    /it is a task tool/,
  ],
  [
    "a guard of registerTier2Tool's already",
    (server) =>
      registerTier2Tool(server, engine().tier2, "drop", { description: "Drops.", tier2: { preview } }, async () => ({
        content: [],
      })),
    /registered with registerTier2Tool already/,
  ],
];

function config(given: Config) {
  return (server: McpServer) => addTool(server, "drop", given);
}

describe.each(unguardable)("a tool with %s is refused, naming it:", (_, register, problem) => {
  const message = new RegExp(`Tool "drop": .*${problem.source}`);

  test("when its server is guarded", () => {
    const server = newServer();
    register(server);
    expect(() => guardDrop(server)).toThrow(invalidSetup(message));
  });

  test("when it is registered on a guarded server, where it is not there then", async () => {
    const server = newServer();
    guardDrop(server, { later: ["drop"] });
    const client = await linkedClient(server);
    expect(() => register(server)).toThrow(invalidSetup(message));
    expect((await client.listTools()).tools).toEqual([]);
    expect((await call(client, "drop")).isError).toBe(true);
  });

  test("and runs where its server has written that it is not guarded", async () => {
    const server = newServer();
    register(server);
    guardServer(server, engine().tier2, { tools: {}, others: 1 });
  });
});

test("a raw shape of two zod majors is refused by the SDK itself", () => {
  const inputSchema = { a: z.string(), b: z3.string() } as ToolSchema;
  expect(() => addTool(newServer(), "drop", { inputSchema })).toThrow(/Mixed Zod versions/);
});

describe("a server", () => {
  test("whose tools capability was given to its constructor is guarded all the same, before its tools and after", async () => {
    for (const early of [true, false]) {
      const server = new McpServer({ name: "foos", version: "1" }, { capabilities: { tools: {} } });
      const before = early ? addTool(server, "drop") : undefined;
      guardDrop(server);
      const { runs } = before ?? addTool(server, "drop");
      const client = await linkedClient(server);
      expect(envelopeOf(await call(client, "drop")).status).toBe("confirmation_required");
      expect(runs).toEqual([]);
    }
  });

  test("that lacks a named tool when it connects does not start, and names it", async () => {
    const server = newServer();
    guardServer(server, engine().tier2, {
      tools: { drop: { preview }, dorp: 1, later: 1 },
      others: 1,
      later: ["later"],
    });
    addTool(server, "drop");
    await expect(linkedClient(server)).rejects.toThrow(invalidSetup(/tools that the server does not have: "dorp"\./));
    expect(server.isConnected()).toBe(false);
    addTool(server, "dorp");
    await linkedClient(server);
  });

  test("is not guarded twice", () => {
    const server = newServer();
    addTool(server, "drop");
    guardDrop(server);
    expect(() => guardServer(server, engine().tier2, { tools: {}, others: 1 })).toThrow(
      invalidSetup(/guarded already/),
    );
  });

  test("is not guarded once it is connected", async () => {
    const server = newServer();
    addTool(server, "drop");
    await linkedClient(server);
    expect(() => guardDrop(server)).toThrow(invalidSetup(/connected already/));
  });

  test("with a handler of its own in the place of McpServer's is refused", () => {
    const server = newServer();
    server.server.registerCapabilities({ tools: {} });
    server.server.setRequestHandler(CallToolRequestSchema, () => ({ content: [] }));
    expect(() => guardDrop(server)).toThrow(invalidSetup(/a handler of its own/));
  });

  test("whose handlers were removed is refused", () => {
    const server = newServer();
    addTool(server, "drop");
    server.server.removeRequestHandler("tools/call");
    expect(() => guardDrop(server)).toThrow(invalidSetup(/were removed/));
  });

  test("that is none of the SDK's, or built otherwise, is refused", () => {
    const stranger = { server: newServer().server, isConnected: () => false };
    for (const server of [{}, stranger, undefined]) {
      expect(() => guardDrop(server as never)).toThrow(invalidSetup(/no McpServer/));
    }
  });
});

describe("after guardServer no handler takes the guard away:", () => {
  const guarded = () => {
    const server = newServer();
    const { runs } = addTool(server, "drop");
    guardDrop(server);
    return { server, runs };
  };

  test.each([
    ["tools/call set anew", ({ server }: McpServer) => server.setRequestHandler(CallToolRequestSchema, () => ({}))],
    [
      "tools/list set anew",
      ({ server }: McpServer) => server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [] })),
    ],
    ["tools/call removed", ({ server }: McpServer) => server.removeRequestHandler("tools/call")],
  ])("%s throws", async (_, change) => {
    const { server, runs } = guarded();
    expect(() => change(server)).toThrow(invalidSetup(/after guardServer/));
    await confirmed(await linkedClient(server), "drop");
    expect(runs).toHaveLength(1);
  });

  test("one put in its place past all of that keeps the server from connecting", async () => {
    const { server } = guarded();
    const handlers = (server.server as unknown as { _requestHandlers: Map<string, unknown> })._requestHandlers;
    handlers.set("tools/call", async () => ({ content: [] }));
    await expect(linkedClient(server)).rejects.toThrow(invalidSetup(/tools\/call was replaced/));
  });

  test("others may come and go", async () => {
    const { server } = guarded();
    server.server.setRequestHandler(z.object({ method: z.literal("foo/bar") }), () => ({ n: 1 }));
    const client = await linkedClient(server);
    expect(await client.request({ method: "foo/bar" } as never, z.object({ n: z.number() }))).toEqual({ n: 1 });
    server.server.removeRequestHandler("foo/bar");
    await expect(client.request({ method: "foo/bar" } as never, z.object({}))).rejects.toThrow(/not found/);
  });
});

describe("options are refused at once:", () => {
  test.each<[string, unknown, RegExp]>([
    ["no decision on the others", { tools: {} }, /`others` says/],
    ["a decision on the others that is none", { tools: {}, others: 2 }, /`others` says/],
    ["no tools", { others: 1 }, /`tools` is no object/],
    ["a misspelt option", { tools: {}, others: 1, other: 1 }, /no option "other"/],
    ["a guard that is none", { tools: { drop: 2 }, others: 1 }, /Tool "drop": its guard is neither 1 nor an object/],
    ["a guard without a preview", { tools: { drop: {} }, others: 1 }, /Tool "drop": it has no preview/],
    [
      "a misspelt member of a guard",
      { tools: { drop: { preview, secretz: ["id"] } }, others: 1 },
      /Tool "drop": its guard has "secretz"/,
    ],
    [
      "a guard with a handler of its own",
      { tools: { drop: { preview, execute: () => ({}) } }, others: 1 },
      /its guard has "execute"/,
    ],
    ["a requester that is none", { tools: {}, others: 1, requester: "alice" }, /`requester` is no function/],
    ["a later tool that is not named", { tools: {}, others: 1, later: ["drop"] }, /`later` has "drop"/],
    ["later tools that are no list", { tools: {}, others: 1, later: 1 }, /`later` is no list/],
    ["nothing", undefined, /`others` says/],
  ])("%s", (_, options, message) => {
    const server = newServer();
    addTool(server, "drop");
    expect(() => guardServer(server, engine().tier2, options as never)).toThrow(invalidSetup(message));
  });

  test("a level that nothing here can reach", () => {
    const server = newServer();
    addTool(server, "drop");
    expect(() => guardDrop(server, { tools: { drop: { preview, level: "L3" } } })).toThrow(
      expect.objectContaining({ code: "level_unavailable" }),
    );
  });

  test("an `input` with members that the tool has not", () => {
    const server = newServer();
    addTool(server, "drop", { inputSchema: { id: z.number() } });
    const tools = { drop: { preview, input: { idd: z.number() } } };
    expect(() => guardDrop(server, { tools })).toThrow(invalidSetup(/Tool "drop": the `input` of its guard has "idd"/));
  });
});

test("options that are changed afterwards change nothing", async () => {
  const server = newServer();
  const { runs } = addTool(server, "drop");
  const tools: Record<string, unknown> = { drop: { preview } };
  guardDrop(server, { tools });
  tools.drop = 1;
  expect(envelopeOf(await call(await linkedClient(server), "drop")).status).toBe("confirmation_required");
  expect(runs).toEqual([]);
});
