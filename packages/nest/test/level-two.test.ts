import { Tier2 } from "@holdpoint/tier2-nest";
import { Controller, Delete, Param, ParseIntPipe } from "@nestjs/common";
import { McpController, Tool } from "@rekog/mcp-nest";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { appOf, platforms, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { call, connect, serveMcp, strategyOf } from "./support/mcp.js";
import { requesterOfAda, tier2 } from "./support/module.js";

const ran: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
});

const previewOf = (id: number) => ({
  summary: `Will delete foo ${id}`,
  preview: { id },
  material: { target: `foo:${id}` },
});

@Controller("foos")
class FoosController {
  @Delete(":id")
  @Tier2({ preview: "previewRemove", category: "delete", level: "L2" })
  async remove(@Param("id", ParseIntPipe) id: number) {
    ran.push(id);
    return { deleted: id };
  }

  previewRemove(id: number) {
    return previewOf(id);
  }
}

@McpController()
class FooTools {
  @Tier2({ preview: "preview", category: "delete", level: "L2" })
  @Tool({ name: "delete_foo", description: "Delete a foo", parameters: z.object({ id: z.number() }) })
  async remove({ id }: { id: number }) {
    ran.push(id);
    return { content: [{ type: "text", text: "deleted" }] };
  }
  preview({ id }: { id: number }) {
    return previewOf(id);
  }
}

const unreachable = { status: "rejected", reason: "level_unavailable", detail: "user_not_reachable" };

describe.each(platforms)("on $platform, where nobody can be asked", ({ adapter }) => {
  test("a route of L2 is refused, with a token and without", async () => {
    const { module } = tier2({ requester: requesterOfAda });
    const app = await appOf({ imports: [module], controllers: [FoosController] }, adapter);
    const url = `${await serve(app)}/foos/7`;
    const refused = await send(url);
    expect([refused.status, refused.body]).toMatchObject([403, unreachable]);
    const invented = await send(url, { body: { confirm_token: `cfm_${"A".repeat(43)}` } });
    expect([invented.status, invented.body]).toMatchObject([409, { reason: "unknown_or_used" }]);
    expect(ran).toEqual([]);
  });

  test.each(["legacy", "auto"] as const)("a tool of mcp-nest of L2 is refused in %s mode", async (mode) => {
    const strategy = strategyOf({ stateful: mode === "legacy" });
    const { module } = tier2({ mcp: { strategy, others: 1 }, requester: requesterOfAda });
    const app = await appOf({ imports: [module], controllers: [FooTools] }, adapter);
    const client = await connect(await serveMcp(app, strategy), { mode });
    for (const args of [{ id: 7 }, { id: 7, confirm_token: `cfm_${"A".repeat(43)}` }]) {
      const answer = await call(client, "delete_foo", args);
      expect(answer.isError).toBe(true);
    }
    const answer = await call(client, "delete_foo", { id: 7 });
    expect(JSON.parse(answer.content.at(-1).text)).toMatchObject(unreachable);
    expect(ran).toEqual([]);
  });
});
