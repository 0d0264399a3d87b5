import { Tier2 } from "@holdpoint/tier2-nest";
import type { CanActivate, ExecutionContext } from "@nestjs/common";
import { UseGuards } from "@nestjs/common";
import { Ctx, Payload } from "@nestjs/microservices";
import { McpController, Tool } from "@rekog/mcp-nest";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { appOf, platforms } from "./support/apps.js";
import { call, connect, serveMcp, strategyOf } from "./support/mcp.js";
import { tier2 } from "./support/module.js";

const ran: unknown[] = [];
const previewed: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
  previewed.length = 0;
});

class NotMallory implements CanActivate {
  canActivate(context: ExecutionContext) {
    return context.switchToRpc().getContext().getRawRequest()?.headers["x-token-id"] !== "mallory";
  }
}

const parameters = z.strictObject({ id: z.number().int(), why: z.string().default("none") });

@McpController()
class FooTools {
  @Tier2({ preview: "previewDelete", category: "delete" })
  @UseGuards(NotMallory)
  @Tool({ name: "delete_above", description: "Delete a foo", parameters })
  async above(args: { id: number; why: string }) {
    return this.#remove(args);
  }

  @Tool({ name: "delete_below", description: "Delete a foo", parameters })
  @UseGuards(NotMallory)
  @Tier2({ preview: "previewDelete", category: "delete" })
  async below(@Payload() args: { id: number; why: string }, @Ctx() _ctx: unknown) {
    return this.#remove(args);
  }

  async previewDelete(args: { id: number; why: string }) {
    previewed.push(args);
    return { summary: `Will delete foo ${args.id}`, preview: { id: args.id } };
  }

  @Tool({ name: "get_foo", description: "Read a foo", parameters })
  async get({ id }: { id: number }) {
    return { content: [{ type: "text", text: `foo ${id}` }] };
  }

  #remove(args: { id: number; why: string }) {
    ran.push(args);
    return { content: [{ type: "text", text: `deleted ${args.id}, run ${ran.length}` }] };
  }
}

describe.each(platforms)("on $platform", ({ adapter }) => {
  describe.each(["legacy", "auto"] as const)("in %s mode", (mode) => {
    async function start() {
      const strategy = strategyOf();
      const { module, events } = tier2({ mcp: { strategy, others: 1 } });
      const app = await appOf({ imports: [module], controllers: [FooTools] }, adapter);
      const url = await serveMcp(app, strategy);
      return { url, events };
    }

    test.each(["delete_above", "delete_below"])(
      "%s previews first, runs once when it is confirmed, and replays",
      async (name) => {
        const { url, events } = await start();
        const client = await connect(url, { mode });
        const first = await call(client, name, { id: 7 });
        expect(first.isError).toBeUndefined();
        expect(first.content[0].text).toMatch(/^NOT EXECUTED/);
        expect(first.structuredContent).toMatchObject({
          status: "confirmation_required",
          tool: name,
          preview: { id: 7 },
        });
        expect(ran).toEqual([]);

        const { confirm_token } = first.structuredContent;
        const second = await call(client, name, { id: 7, confirm_token });
        expect(second.content).toEqual([{ type: "text", text: "deleted 7, run 1" }]);
        expect(second.isError).toBeUndefined();
        expect(second._meta["holdpoint/operation_id"]).toMatch(/^op_/);

        const third = await call(client, name, { id: 7, why: "none", confirm_token });
        expect(third.content).toEqual(second.content);
        expect(third._meta["holdpoint/replayed"]).toBe(true);
        expect(ran).toEqual([{ id: 7, why: "none" }]);
        expect(events.map(({ type }) => type)).toEqual(["proposed", "claimed", "completed", "replayed"]);
      },
    );

    test("a tool without @Tier2() runs at once", async () => {
      const { url } = await start();
      const result = await call(await connect(url, { mode }), "get_foo", { id: 7 });
      expect(result.content).toEqual([{ type: "text", text: "foo 7" }]);
    });

    test.each(["delete_above", "delete_below"])("whom a guard turns away gets no preview of %s", async (name) => {
      const { url } = await start();
      const result = await call(await connect(url, { mode, as: "mallory" }), name, { id: 7 });
      expect(result.isError).toBe(true);
      expect(previewed).toEqual([]);
    });

    test("the token of one caller does nothing for another", async () => {
      const { url } = await start();
      const { structuredContent } = await call(await connect(url, { mode }), "delete_above", { id: 7 });
      const { confirm_token } = structuredContent;
      const other = await connect(url, { mode, as: "bob" });
      const refused = await call(other, "delete_above", { id: 7, confirm_token });
      expect(refused.isError).toBe(true);
      expect(JSON.parse(refused.content[0].text)).toMatchObject({ status: "rejected", reason: "wrong_owner" });
      expect(refused.structuredContent).toBeUndefined();
      expect(ran).toEqual([]);
    });

    test("guarded tools are listed with the token and the two steps, others as they are", async () => {
      const { url } = await start();
      const { tools } = await (await connect(url, { mode })).listTools();
      const byName = Object.fromEntries(tools.map((tool) => [tool.name, tool]));
      for (const name of ["delete_above", "delete_below"]) {
        expect(Object.keys(byName[name]?.inputSchema.properties ?? {})).toEqual([
          "id",
          "why",
          "confirm_token",
          "acknowledge_duplicate",
        ]);
        expect(byName[name]?.inputSchema).toMatchObject({ additionalProperties: false, required: ["id"] });
        expect(byName[name]?.description).toMatch(/^Delete a foo\n\nThis tool takes two steps/);
      }
      expect(byName.get_foo?.description).toBe("Read a foo");
      expect(Object.keys(byName.get_foo?.inputSchema.properties ?? {})).toEqual(["id", "why"]);
    });
  });
});
