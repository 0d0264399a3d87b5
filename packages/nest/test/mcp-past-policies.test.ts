import type { Policy } from "@holdpoint/tier2-core";
import { McpController, type McpStrategy, Tool } from "@rekog/mcp-nest";
import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { appOf } from "./support/apps.js";
import { call, connect, serveMcp, strategyOf } from "./support/mcp.js";
import { tier2 } from "./support/module.js";

const ran: string[] = [];
beforeEach(() => {
  ran.length = 0;
});

@McpController()
class Tools {
  @Tool({ name: "read_foo", description: "Read a foo", parameters: z.object({}) })
  async read() {
    ran.push("read_foo");
    return { content: [{ type: "text", text: "foo" }] };
  }
}

const policy = (tool: string): Policy => ({
  ...{ id: "asked", version: 1, scope: "named", tools: [tool] },
  ...{ approvers: ["group:ops"], onDeadline: "lapse" },
});
const late = (strategy: McpStrategy) =>
  strategy.registerTool({
    ...{ name: "late_foo", description: "Read a foo", parameters: z.object({}) },
    handler: async () => ({ content: [{ type: "text", text: "foo" }] }),
  } as never);

test.each([
  ["listed as 1", { tools: { read_foo: 1 }, others: "refuse" }],
  ["among the others", { others: 1 }],
] as const)("a tool %s that a policy may ask a person about stops the start-up", async (_, mcp) => {
  const strategy = strategyOf();
  const { module } = tier2({ policies: [policy("read_foo")], mcp: { strategy, ...mcp } });
  const app = await appOf({ imports: [module], controllers: [Tools] });
  await expect(serveMcp(app, strategy)).rejects.toThrow(
    'Tool "read_foo": a policy may ask a person about it, and it would run at once, past that.',
  );
});

test("nor is one registered at run time, while those that no policy concerns run", async () => {
  const strategy = strategyOf();
  const { module } = tier2({ policies: [policy("late_foo")], toolsLater: ["late_foo"], mcp: { strategy, others: 1 } });
  const app = await appOf({ imports: [module], controllers: [Tools] });
  const url = await serveMcp(app, strategy);
  expect(() => late(strategy)).toThrow('Tool "late_foo": a policy may ask a person about it');
  await call(await connect(url), "read_foo", {});
  expect(ran).toEqual(["read_foo"]);
});
