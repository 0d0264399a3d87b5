import type { Policy } from "@holdpoint/tier2-core";
import type { McpGuard } from "@holdpoint/tier2-nest";
import type { Type } from "@nestjs/common";
import { McpController, type McpStrategy, Tool } from "@rekog/mcp-nest";
import { beforeEach, describe, expect, test } from "vitest";
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

describe("a policy for what is destructive may ask about a tool that says so of itself", () => {
  const destructive: Policy = {
    ...{ id: "destructive", version: 1, scope: "destructive" },
    ...{ approvers: ["group:ops"], onDeadline: "lapse" },
  };
  const definition = { name: "wipe_foo", description: "Wipe a foo", parameters: z.object({}) };
  const toolSaying = (annotations: object | undefined, name = "Wipers") => {
    const Wipers = {
      [name]: class {
        async wipe() {
          ran.push("wipe_foo");
          return { content: [] };
        }
      },
    }[name] as Type;
    const descriptor = Object.getOwnPropertyDescriptor(Wipers.prototype, "wipe") as PropertyDescriptor;
    Tool({ ...definition, ...(annotations && { annotations }) } as never)(
      Wipers.prototype,
      "wipe",
      descriptor as never,
    );
    McpController()(Wipers);
    return Wipers;
  };
  const started = async (
    controllers: Type[],
    { before, ...mcp }: Partial<McpGuard> & { before?: (strategy: McpStrategy) => void } = {},
  ) => {
    const strategy = strategyOf();
    before?.(strategy);
    const { module } = tier2({ policies: [destructive], mcp: { strategy, others: 1, ...mcp } });
    return { strategy, url: await serveMcp(await appOf({ imports: [module], controllers }), strategy) };
  };
  const register = (annotations: object | undefined) => (strategy: McpStrategy) =>
    strategy.registerTool({
      ...definition,
      ...(annotations && { annotations }),
      handler: async () => {
        ran.push("late");
        return { content: [] };
      },
    } as never);
  const past = 'Tool "wipe_foo": a policy may ask a person about it, and it would run at once, past that.';
  const hints = { destructiveHint: true };

  test("of one that is decorated, listed as 1 or among the others, and of any of one name", async () => {
    await expect(started([toolSaying(hints)])).rejects.toThrow(past);
    await expect(started([toolSaying(hints)], { others: "refuse", tools: { wipe_foo: 1 } })).rejects.toThrow(past);
    const twins = [toolSaying({ destructiveHint: false }, "Tame"), toolSaying(hints)];
    for (const controllers of [twins, [...twins].reverse()]) await expect(started(controllers)).rejects.toThrow(past);
  });

  test("of one that is registered at run time, before the module or later", async () => {
    await expect(started([], { before: register(hints) })).rejects.toThrow(past);
    const { strategy } = await started([toolSaying({ destructiveHint: false }, "Tame")]);
    expect(() => register(hints)(strategy)).toThrow(past);
  });

  test.each([[{ destructiveHint: false }], [{ readOnlyHint: true }], [undefined]])(
    "while one that says %j runs, whichever way it came",
    async (annotations) => {
      const { url } = await started([toolSaying(annotations)]);
      await call(await connect(url), "wipe_foo", {});
      const late = await started([], { before: register(annotations) });
      await call(await connect(late.url), "wipe_foo", {});
      expect(ran).toEqual(["wipe_foo", "late"]);
    },
  );
});
