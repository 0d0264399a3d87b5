import { Tier2 } from "@holdpoint/tier2-nest";
import { Body, Controller, Delete, Param, ParseIntPipe, Post } from "@nestjs/common";
import { beforeEach, describe, expect, test } from "vitest";
import { appOf, platforms, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { tier2 } from "./support/module.js";

const ran: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
});

@Controller("foos")
class FoosController {
  @Delete(":id")
  @Tier2({ preview: "previewRemove", category: "delete" })
  async remove(@Param("id", ParseIntPipe) id: number, @Body("why") why?: string) {
    ran.push([id, why]);
    return { deleted: id, run: ran.length };
  }

  previewRemove(id: number) {
    return { summary: `Will delete foo ${id}`, preview: { id } };
  }

  @Tier2({ preview: "previewRemove", category: "delete" })
  @Post("wipe/:id")
  async wipe(@Param("id", ParseIntPipe) id: number) {
    ran.push(id);
  }
}

describe.each(platforms)("on $platform", ({ adapter }) => {
  const start = async () => {
    const { module, events } = tier2();
    const url = await serve(await appOf({ imports: [module], controllers: [FoosController] }, adapter));
    return { url, events };
  };

  test("the first request answers 428 with the preview, the second runs once with 200, a retry replays it", async () => {
    const { url, events } = await start();

    const first = await send(`${url}/foos/7`, { body: { why: "old" } });
    expect(first.status).toBe(428);
    expect(first.body).toMatchObject({
      status: "confirmation_required",
      tool: "FoosController.remove",
      summary: "Will delete foo 7",
      preview: { id: 7 },
      confirm_token: expect.stringMatching(/^cfm_/),
    });
    expect(first.headers.get("tier2-status")).toBe("confirmation_required");
    expect(first.headers.get("cache-control")).toBe("no-store");
    expect(first.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(ran).toEqual([]);

    const { confirm_token } = first.body;
    const second = await send(`${url}/foos/7`, { body: { why: "old", confirm_token } });
    expect(second.status).toBe(200);
    expect(second.body).toEqual({ deleted: 7, run: 1 });
    expect(second.headers.get("tier2-status")).toBe("ok");
    expect(second.headers.get("tier2-operation-id")).toMatch(/^op_/);
    expect(second.headers.has("idempotency-replayed")).toBe(false);

    const third = await send(`${url}/foos/7`, {
      body: { why: "old" },
      headers: { "Tier2-Confirm-Token": confirm_token },
    });
    expect(third.status).toBe(200);
    expect(third.text).toBe(second.text);
    expect(third.headers.get("idempotency-replayed")).toBe("true");
    expect(ran).toEqual([[7, "old"]]);
    expect(events.map(({ type }) => type)).toEqual(["proposed", "claimed", "completed", "replayed"]);
  });

  test("a method that returns nothing answers the ok envelope, with 200 also for POST", async () => {
    const { url } = await start();
    const { confirm_token } = (await send(`${url}/foos/wipe/7`, { method: "POST" })).body;
    const second = await send(`${url}/foos/wipe/7`, { method: "POST", body: { confirm_token } });
    expect(second.status).toBe(200);
    expect(second.body).toEqual({ status: "ok", tool: "FoosController.wipe", message: "Executed." });
  });

  test("other arguments under the same token are refused with 422 and run nothing", async () => {
    const { url } = await start();
    const { confirm_token } = (await send(`${url}/foos/7`)).body;
    const refused = await send(`${url}/foos/8`, { body: { confirm_token } });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ status: "rejected", reason: "params_changed", tool: "FoosController.remove" });
    expect(refused.headers.get("tier2-status")).toBe("rejected");
    expect(refused.headers.get("cache-control")).toBe("no-store");
    expect(ran).toEqual([]);
  });

  test("500 confirms of one token at once are one execution, and all get the same answer", async () => {
    const { url } = await start();
    const { confirm_token } = (await send(`${url}/foos/7`)).body;
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => send(`${url}/foos/7`, { body: { confirm_token } })),
    );
    expect(ran).toHaveLength(1);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 {"deleted":7,"run":1}']),
    );
    expect(answers.filter(({ headers }) => headers.has("idempotency-replayed"))).toHaveLength(499);
  });
});
