import { Tier2, Tier2Param } from "@holdpoint/tier2-nest";
import {
  Body,
  Controller,
  Delete,
  Headers,
  Param,
  ParseIntPipe,
  Post,
  Put,
  Query,
  Req,
  type Type,
  ValidationPipe,
} from "@nestjs/common";
import { Type as Transform } from "class-transformer";
import { IsDate, IsInt, IsOptional, IsString } from "class-validator";
import { beforeEach, describe, expect, test } from "vitest";
import { appOf, platforms, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { tier2 } from "./support/module.js";

class DeleteDto {
  @IsString() why!: string;
  @IsOptional() @IsInt() count?: number;
  @IsOptional() @IsDate() @Transform(() => Date) on?: Date;
  shout() {
    return this.why.toUpperCase();
  }
}

const ran: unknown[][] = [];
const seen: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
  seen.length = 0;
});

const done = (...args: unknown[]) => {
  ran.push(args);
  return { run: ran.length };
};

@Controller("foos")
class FoosController {
  @Delete(":id")
  @Tier2({ preview: "previewRemove", category: "delete" })
  remove(@Param("id", ParseIntPipe) id: number, @Body() dto: DeleteDto, @Req() req: object) {
    return done(id, dto, "headers" in req);
  }
  previewRemove(id: number, dto: DeleteDto, req: object) {
    seen.push([id, dto, "headers" in req]);
    return { summary: `Will delete ${id}: ${dto.shout()}`, preview: { id } };
  }

  @Post("list")
  @Tier2({ preview: "previewList" })
  list(@Body() ids: number[], @Query() query: Record<string, string>) {
    return done(ids, query);
  }
  previewList(ids: number[]) {
    return { summary: `Will delete ${ids.length}`, preview: { ids } };
  }

  @Put("named/:id")
  @Tier2({ preview: "previewNamed" })
  named(
    @Param("id") id: string,
    @Headers("x-other") _other: string,
    @Tier2Param("tenant") @Headers("x-tenant") tenant: string,
  ) {
    return done(id, tenant);
  }
  previewNamed(id: string, _other: string, tenant: string) {
    return { summary: `Will change ${id} of ${tenant}`, preview: {} };
  }

  @Put("nothing")
  @Tier2({ preview: "previewNothing" })
  nothing() {
    return done();
  }
  previewNothing() {
    return { summary: "Will do it", preview: {} };
  }
}

@Controller("foos")
class OnlyList {
  @Post()
  @Tier2({ preview: "preview" })
  list(@Body() ids: unknown) {
    return done(ids);
  }
  preview() {
    return { summary: "Will do it", preview: {} };
  }
}

class FooId {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  get value() {
    return this.#value;
  }
}
class LabelledId extends FooId {
  label = "id";
}

describe.each(platforms)("on $platform", ({ adapter }) => {
  async function start(controller: Type = FoosController) {
    const proposals: unknown[] = [];
    const { module, events } = tier2({
      authorize: (_requester, tool, params) => {
        proposals.push([tool, params]);
        return true;
      },
    });
    const app = await appOf({ imports: [module], controllers: [controller] }, adapter);
    app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }));
    return { url: await serve(app), proposals, events };
  }

  test("the params are what the pipes made of path, query and body: a number is one, a DTO is a plain object", async () => {
    const { url, proposals } = await start();
    const first = await send(`${url}/foos/7`, { body: { why: "old", on: "2026-01-02T00:00:00Z" } });
    expect(first.status).toBe(428);
    expect(proposals).toEqual([["FoosController.remove", { id: 7, why: "old", on: "2026-01-02T00:00:00.000Z" }]]);
  });

  test("preview and method get the instances that the pipes made, and other arguments as they are", async () => {
    const { url } = await start();
    const body = { why: "old", on: "2026-01-02T00:00:00Z" };
    const { body: preview } = await send(`${url}/foos/7`, { body });
    expect(preview.summary).toBe("Will delete 7: OLD");
    const { confirm_token } = preview;
    const second = await send(`${url}/foos/7`, { body: { ...body, confirm_token } });
    expect(second.status).toBe(200);
    expect(ran).toEqual([[7, { why: "old", on: new Date("2026-01-02") }, true]]);
    expect(ran[0]?.[1]).toBeInstanceOf(DeleteDto);
    expect(seen).toEqual([[7, { why: "old", on: new Date("2026-01-02") }, true]]);
  });

  test("a strict ValidationPipe does not see the token, and still refuses what the DTO does not know", async () => {
    const { url } = await start();
    const refused = await send(`${url}/foos/7`, { body: { why: "old", whom: "all" } });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toEqual(["property whom should not exist"]);
    expect(seen).toEqual([]);
  });

  test("arguments that the method does not take are no params", async () => {
    const { url, proposals } = await start();
    await send(`${url}/foos/nothing?debug=1`, { method: "PUT", body: { more: true } });
    expect(proposals).toEqual([["FoosController.nothing", {}]]);
  });

  test("a header is a param only where it is named", async () => {
    const { url } = await start();
    const put = (tenant: string, other: string, confirm_token?: string) =>
      send(`${url}/foos/named/7`, {
        method: "PUT",
        headers: { "x-tenant": tenant, "x-other": other },
        body: { confirm_token },
      });
    const { confirm_token } = (await put("acme", "1")).body;
    expect((await put("evil", "1", confirm_token)).body.reason).toBe("params_changed");
    expect((await put("acme", "2", confirm_token)).body).toEqual({ run: 1 });
    expect(ran).toEqual([["7", "acme"]]);
  });

  test("a body that is a list is confirmed as one", async () => {
    const { url, proposals } = await start();
    const post = (ids: number[], headers = {}) =>
      send(`${url}/foos/list?dry=no`, { method: "POST", body: ids, headers });
    const { confirm_token } = (await post([1, 2])).body;
    expect(proposals).toEqual([["FoosController.list", { body: [1, 2], query: { dry: "no" } }]]);
    const header = { "tier2-confirm-token": confirm_token };
    expect((await post([2, 1], header)).body.reason).toBe("params_changed");
    expect((await post([1, 2], header)).body).toEqual({ run: 1 });
  });

  test.each([
    ["in path and body", "foos/7", { why: "old", id: 8 }, '"id" stands in the path and in the body; send it once'],
    ["in query and body", "foos/7?why=new", { why: "old" }, '"why" stands in the query and in the body; send it once'],
    ["in path and query", "foos/7?id=8", { why: "old" }, '"id" stands in the path and in the query; send it once'],
  ])("a name %s is refused", async (_where, path, body, problem) => {
    @Controller("foos")
    class Loose {
      @Delete(":id")
      @Tier2({ preview: "previewRemove" })
      remove(@Param("id") id: string, @Body() body: object) {
        return done(id, body);
      }
      previewRemove() {
        seen.push(1);
        return { summary: "", preview: {} };
      }
    }
    const { url } = await start(Loose);
    const refused = await send(`${url}/${path}`, { body });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ reason: "invalid_params", error: `Invalid arguments: ${problem}.` });
    expect(seen).toEqual([]);
  });

  test.each(["foos/7?confirm_token=cfm_x"])("a token in the URL is refused, and not repeated", async (path) => {
    const { url } = await start();
    const refused = await send(`${url}/${path}`, { body: { why: "old" } });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatch(/confirm_token must not stand in the URL/);
    expect(refused.text).not.toContain("cfm_x");
  });

  test("two different tokens are refused", async () => {
    const { url } = await start();
    const headers = { "tier2-confirm-token": "cfm_a" };
    const refused = await send(`${url}/foos/7`, { body: { why: "old", confirm_token: "cfm_b" }, headers });
    expect(refused.body.error).toMatch(/two different confirm tokens/);
  });

  test("what was previewed as the query cannot be confirmed as the body", async () => {
    @Controller("foos")
    class Changes {
      @Put()
      @Tier2({ preview: "preview", secrets: ["password"] })
      change(@Query() where: Record<string, string>, @Body() set: object) {
        return done(where, set);
      }
      preview(where: object, set: object) {
        seen.push([where, set]);
        return { summary: "Will change them", preview: {} };
      }
    }
    const { url, events } = await start(Changes);
    const status = "draft";
    const first = await send(`${url}/foos?status=draft`, { method: "PUT", body: {} });
    const { confirm_token } = first.body;
    const swapped = await send(`${url}/foos`, { method: "PUT", body: { status, confirm_token } });
    expect([swapped.body.reason, ran]).toEqual(["params_changed", []]);
    expect((await send(`${url}/foos?status=draft`, { method: "PUT", body: { confirm_token } })).status).toBe(200);
    await send(`${url}/foos?status=draft`, { method: "PUT", body: { password: "hunter2" } });
    expect(JSON.stringify(events)).not.toContain("hunter2");
  });

  test("a query that is one argument cannot be confirmed as a member of the body", async () => {
    @Controller("foos")
    class Changes {
      @Put()
      @Tier2({ preview: "preview" })
      change(@Query("status") status: string, @Body() set: object) {
        return done(status, set);
      }
      preview() {
        return { summary: "Will change them", preview: {} };
      }
    }
    const { url } = await start(Changes);
    const { confirm_token } = (await send(`${url}/foos?status=draft`, { method: "PUT" })).body;
    const swapped = await send(`${url}/foos`, { method: "PUT", body: { status: "draft", confirm_token } });
    expect(swapped.body).toMatchObject({ reason: "invalid_params", error: expect.stringContaining("of its own") });
    expect(ran).toEqual([]);
  });

  test("a list is not an object with the list in it", async () => {
    const { url, proposals } = await start(OnlyList);
    const headers = (token: string) => ({ "tier2-confirm-token": token });
    const { confirm_token } = (await send(`${url}/foos`, { method: "POST", body: [1, 2] })).body;
    expect(proposals).toEqual([["OnlyList.list", { "@Body()": [1, 2] }]]);
    for (const body of [{ body: [1, 2] }, { "@Body()": [1, 2] }]) {
      const other = await send(`${url}/foos`, { method: "POST", body, headers: headers(confirm_token) });
      expect(["params_changed", "invalid_params"]).toContain(other.body.reason);
    }
    expect(ran).toEqual([]);
    const same = await send(`${url}/foos`, { method: "POST", body: [1, 2], headers: headers(confirm_token) });
    expect(same.status).toBe(200);
  });

  test.each([
    ["all of its state", FooId, 400, "its class FooId tells no state of it"],
    ["some of its state", LabelledId, 409, "whose class keeps #private members"],
  ])("a value object with %s in private fields is refused, and told why", async (_how, Id, status, why) => {
    @Controller("foos")
    class Foos {
      @Delete(":id")
      @Tier2({ preview: "preview" })
      remove(@Param("id", { transform: (text: string) => new Id(text) }) id: FooId) {
        return done(id.value);
      }
      preview(id: FooId) {
        return { summary: `Will delete ${id.value}`, preview: {} };
      }
    }
    const { url } = await start(Foos);
    const refused = await send(`${url}/foos/7`);
    expect([refused.status, refused.body.error]).toEqual([status, expect.stringContaining(why)]);
  });

  test("whoever changes the arguments while they are previewed does not change what is confirmed", async () => {
    @Controller("foos")
    class Meddling {
      @Delete(":id")
      @Tier2({ preview: "previewRemove" })
      remove(@Param("id") id: string, @Body() body: { why: { text: string } }) {
        return done(id, body);
      }
      previewRemove(_id: string, body: { why: { text: string } }) {
        body.why.text = "changed by the preview";
        return { summary: "Will delete it", preview: {}, stateVersion: "1" };
      }
    }
    const { url } = await start(Meddling);
    const body = { why: { text: "old" } };
    const { confirm_token } = (await send(`${url}/foos/7`, { body })).body;
    expect((await send(`${url}/foos/7`, { body: { ...body, confirm_token } })).status).toBe(200);
    expect(ran).toEqual([["7", { why: { text: "old" } }]]);
  });
});
