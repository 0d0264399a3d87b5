import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { McpServer, RegisteredTool } from "@modelcontextprotocol/sdk/server/mcp.js";
import { type CallToolRequest, CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { guardServer, registerTier2Tool } from "../src/index.js";
import { call, confirmed, envelopeOf, textsOf } from "./support/answers.js";
import { engine, newServer } from "./support/engine.js";
import { addTool, invalidSetup, preview } from "./support/guarded.js";
import { authInfo, linkedClient } from "./support/linked-client.js";

type Handler = (request: CallToolRequest, extra: unknown) => Promise<object>;
type Direct = (...args: unknown[]) => Promise<object>;

/** The SDK's handler of tools/call, as a wrapper of an application's own finds it. */
const dispatcherOf = ({ server }: McpServer) =>
  (server as unknown as { _requestHandlers: Map<string, Handler> })._requestHandlers.get("tools/call") as Handler;

const renamed = (request: CallToolRequest, name: string) => ({ ...request, params: { ...request.params, name } });

/** Asks for "drop" under the name of "old_drop", and for each of a `batch`, straight from the SDK. */
function wrapDispatching(server: McpServer) {
  const dispatch = dispatcherOf(server);
  server.server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    if (request.params.name === "old_drop") return dispatch(renamed(request, "drop"), extra);
    if (request.params.name !== "batch") return dispatch(request, extra);
    const { names } = request.params.arguments as { names: string[] };
    const results = await Promise.all(names.map((name) => dispatch(renamed(request, name), extra)));
    return { content: results.flatMap((result) => (result as { content: [] }).content) };
  });
}

const pastTheGuard = /Tool "drop": its handler was called past the guard, and did not run/;

describe("no path of a guarded server's own runs the handler of a guarded tool past the engine:", () => {
  const guardDrop = (server: McpServer, others: 1 | "refuse" = 1, more: object = {}) => {
    const { tier2 } = engine();
    guardServer(server, tier2, {
      tools: { drop: { preview }, batch: 1, old_drop: 1 },
      others,
      later: ["batch", "old_drop", "drop"],
      ...more,
    });
    const errors: Error[] = [];
    server.server.onerror = (error) => errors.push(error);
    return errors;
  };

  test.each<[string, string, object]>([
    ["an alias", "old_drop", {}],
    ["a batch", "batch", { names: ["drop", "drop"] }],
  ])("%s, dispatched by a wrapper that was there before", async (_, name, args) => {
    const server = newServer();
    const { runs } = addTool(server, "drop");
    wrapDispatching(server);
    const errors = guardDrop(server);
    const client = await linkedClient(server);
    expect(textsOf(await call(client, name, args as never))[0]).toMatch(pastTheGuard);
    expect(runs).toEqual([]);
    expect(errors[0]).toEqual(invalidSetup(pastTheGuard));
    await confirmed(client, "drop");
    expect(runs).toHaveLength(1);
  });

  test("the same without a guard runs it: the control run", async () => {
    const server = newServer();
    const { runs } = addTool(server, "drop");
    wrapDispatching(server);
    await call(await linkedClient(server), "batch", { names: ["drop", "drop"] });
    expect(runs).toHaveLength(2);
  });

  test.each<[string, (registered: RegisteredTool, handler: Direct) => unknown]>([
    ["as it was registered", () => {}],
    ["after an update of it", (registered, callback) => registered.update({ callback: callback as never })],
    [
      "after another was assigned",
      (registered, handler) => {
        registered.handler = handler as never;
      },
    ],
    ["while it is disabled", (registered) => registered.disable()],
    ["enabled again", (registered) => [registered.disable(), registered.enable()]],
    ["after it was removed", (registered) => registered.remove()],
  ])("another tool that calls the public `handler`, %s", async (_, change) => {
    for (const early of [true, false]) {
      const server = newServer();
      const before = early ? addTool(server, "drop") : undefined;
      guardDrop(server, "refuse");
      const { registered, runs } = before ?? addTool(server, "drop");
      server.registerTool(
        "batch",
        { description: "Calls another." },
        async (extra) => (registered.handler as unknown as Direct)(extra) as never,
      );
      addTool(server, "old_drop");
      const client = await linkedClient(server);
      change(registered, async (...args) => {
        runs.push(args);
        return { content: [] };
      });
      expect(textsOf(await call(client, "batch"))[0]).toMatch(pastTheGuard);
      expect(runs).toEqual([]);
    }
  });

  test("a handler that was read under a name that runs at once, and got a guarded one", async () => {
    const server = newServer();
    const { registered, runs } = addTool(server, "draft");
    guardDrop(server);
    const handler = registered.handler as unknown as Direct;
    await handler({});
    registered.update({ name: "drop" });
    expect(() => handler({})).toThrow(invalidSetup(pastTheGuard));
    expect(runs).toHaveLength(1);
  });

  test("an SDK handler put back past setRequestHandler after connect", async () => {
    const server = newServer();
    const { runs } = addTool(server, "drop");
    const dispatch = dispatcherOf(server);
    guardServer(server, engine().tier2, { tools: { drop: { preview } }, others: 1 });
    const client = await linkedClient(server);
    Server.prototype.setRequestHandler.call(server.server, CallToolRequestSchema, dispatch as never);
    expect(textsOf(await call(client, "drop"))[0]).toMatch(pastTheGuard);
    expect(runs).toEqual([]);
  });

  test("nor one that `others` refuses, a task's included", async () => {
    const server = newServer();
    const { registered, runs } = addTool(server, "other");
    let tasks = 0;
    const createTask = async () => {
      tasks += 1;
      throw new Error("no task");
    };
    const task = { createTask, getTask: createTask, getTaskResult: createTask } as never;
    server.experimental.tasks.registerToolTask("long", { description: "Takes long." }, task);
    wrapDispatching(server);
    const errors = guardDrop(server, "refuse");
    expect(() => (registered.handler as unknown as Direct)({})).toThrow(/Tool "other": its handler was called past/);
    addTool(server, "batch");
    addTool(server, "drop");
    addTool(server, "old_drop");
    const answer = await call(await linkedClient(server), "batch", { names: ["long"] });
    expect(answer.isError ?? textsOf(answer).length > 0).toBe(true);
    expect([runs.length, tasks]).toEqual([0, 0]);
    expect(errors).toEqual(expect.arrayContaining([invalidSetup(/Tool "long": its handler/)]));
  });
});

describe("handlers that may run still do when they are called directly:", () => {
  test("of tools that run at once", async () => {
    const server = newServer();
    const named = addTool(server, "look");
    const other = addTool(server, "other");
    guardServer(server, engine().tier2, { tools: { look: 1 }, others: 1 });
    for (const { registered, runs } of [named, other]) {
      expect(await (registered.handler as unknown as Direct)({ n: 1 }, {})).toMatchObject({
        content: expect.any(Array),
      });
      expect(runs).toEqual([[{ n: 1 }, {}]]);
    }
  });

  test("of registerTier2Tool, which ask their engine themselves", async () => {
    const server = newServer();
    const { tier2 } = engine();
    let runs = 0;
    const config = { description: "Drops.", inputSchema: { id: z.number() }, tier2: { preview } };
    const registered = registerTier2Tool(server, tier2, "drop", config, async () => {
      runs += 1;
      return { content: [] };
    });
    guardServer(server, tier2, { tools: {}, others: "refuse" });
    const client = await linkedClient(server);
    await confirmed(client, "drop", { id: 1 });
    expect(runs).toBe(1);
    const direct = await (registered.handler as unknown as Direct)({ id: 2 }, { authInfo: authInfo("alice") });
    expect(envelopeOf(direct as never).status).toBe("confirmation_required");
    expect(runs).toBe(1);
  });
});

test("a guard is the one that guardServer was given: nothing done to the object or its lists afterwards counts", async () => {
  const server = newServer();
  const { registered, runs } = addTool(server, "drop", { inputSchema: { pin: z.string() } });
  const guard = {
    input: { pin: z.string() },
    tier: 2 as 1 | 2,
    secrets: ["pin"],
    preview: ({ pin }: { pin: string }) => ({ summary: `Will drop by ${pin}.`, preview: {} }),
  };
  const tools = { drop: guard as typeof guard | 1 };
  guardServer(server, engine().tier2, { tools, others: 1 });
  const client = await linkedClient(server);
  guard.tier = 1;
  guard.secrets.length = 0;
  tools.drop = 1;
  for (const description of ["Drops.", "Drops all."]) {
    registered.update({ description }); // the second makes the guard anew
    const answer = envelopeOf(await call(client, "drop", { pin: "hunter-22" }));
    expect(answer.status).toBe("confirmation_required");
    expect(JSON.stringify(answer)).not.toContain("hunter-22");
  }
  expect(runs).toEqual([]);
});
