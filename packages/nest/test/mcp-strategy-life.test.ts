import { type McpGuard, Tier2 } from "@holdpoint/tier2-nest";
import { McpController, type McpStrategy, Tool } from "@rekog/mcp-nest";
import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { appOf } from "./support/apps.js";
import { call, connect, serveMcp, strategyOf } from "./support/mcp.js";
import { tier2 } from "./support/module.js";

const ran: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
});

const parameters = z.object({ id: z.number() });

@McpController()
class Foos {
  @Tier2({ preview: "preview" })
  @Tool({ name: "delete_foo", description: "Delete a foo", parameters })
  remove({ id }: { id: number }) {
    ran.push(id);
    return { content: [{ type: "text", text: `deleted ${id}` }] };
  }
  preview({ id }: { id: number }) {
    return { summary: `Will delete foo ${id}`, preview: { id } };
  }
}

const appWith = (strategy: McpStrategy, guard: Partial<McpGuard> = {}) =>
  appOf({ imports: [tier2({ mcp: { strategy, others: 1, ...guard } }).module], controllers: [Foos] });

const registerPurge = (strategy: McpStrategy) =>
  strategy.registerTool({ name: "purge", description: "Purge", parameters, handler: () => ({ content: [] }) });

test("a strategy that an earlier app started is refused, and told why", async () => {
  const strategy = strategyOf();
  const first = await appWith(strategy);
  const client = await connect(await serveMcp(first, strategy));
  expect((await call(client, "delete_foo", { id: 1 })).structuredContent.status).toBe("confirmation_required");
  await client.close();
  await first.close();
  await expect(appWith(strategy)).rejects.toMatchObject({
    code: "invalid_setup",
    message: expect.stringContaining("its strategy was started by another app"),
  });
});

test.each([
  ["a mutator of its own", (server: object) => server],
  ["no mutator", undefined],
])("an app that is closed gives the strategy back as it was, with %s", async (_what, serverMutator) => {
  const strategy = strategyOf(serverMutator === undefined ? {} : { serverMutator: serverMutator as never });
  const app = await appWith(strategy, { others: "refuse" });
  await app.init();
  expect(strategy.options.serverMutator).not.toBe(serverMutator);
  expect(() => registerPurge(strategy)).toThrow('`others` is "refuse"');
  await app.close();
  expect(strategy.options.serverMutator).toBe(serverMutator);
  expect(Object.hasOwn(strategy.options, "serverMutator")).toBe(serverMutator !== undefined);
  expect(Object.hasOwn(strategy, "registerTool")).toBe(false);
  registerPurge(strategy);
});

test("another app may then be made with it, and guards it once", async () => {
  const strategy = strategyOf();
  const first = await appWith(strategy);
  await first.init();
  await first.close();
  const client = await connect(await serveMcp(await appWith(strategy), strategy));
  const { confirm_token } = (await call(client, "delete_foo", { id: 7 })).structuredContent;
  expect(ran).toEqual([]);
  const done = await call(client, "delete_foo", { id: 7, confirm_token });
  expect(done.content).toEqual([{ type: "text", text: "deleted 7" }]);
  expect(ran).toEqual([7]);
});

test("a hook that another module put above stays, and what is below it lets everything through", async () => {
  const strategy = strategyOf();
  const app = await appWith(strategy, { others: "refuse" });
  await app.init();
  const options: { serverMutator?: (server: object) => object } = strategy.options as never;
  const { serverMutator: ours } = options;
  const above = (server: object) => ours?.(server) ?? server;
  options.serverMutator = above;
  const registerTool = strategy.registerTool;
  const registersAbove: typeof registerTool = (definition) => registerTool.call(strategy, definition);
  strategy.registerTool = registersAbove;
  await app.close();
  expect([options.serverMutator, strategy.registerTool]).toEqual([above, registersAbove]);
  const server = {};
  expect(above(server)).toBe(server);
  registerPurge(strategy);
});

test("an app whose MCP server is guarded does not start without a requester, also with no guarded method", async () => {
  const without = tier2({ mcp: { strategy: strategyOf(), others: 1 }, requester: undefined as never });
  const app = await appOf({ imports: [without.module] });
  await expect(app.init()).rejects.toThrow("Tier2Module mcp: Tier2Module has no `requester`");
  await (await appOf({ imports: [tier2({ mcp: { strategy: strategyOf(), others: 1 } }).module] })).init();
});
