import { Tier2, Tier2Refusal } from "@holdpoint/tier2-nest";
import {
  type ArgumentsHost,
  type CallHandler,
  Catch,
  Controller,
  Delete,
  type ExceptionFilter,
  type ExecutionContext,
  ForbiddenException,
  Get,
  HttpCode,
  HttpException,
  NotFoundException,
  Param,
  ParseIntPipe,
  type PipeTransform,
  Post,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
} from "@nestjs/common";
import { from, map, type Observable, of } from "rxjs";
import { beforeEach, describe, expect, test } from "vitest";
import { appOf, platforms, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { tier2 } from "./support/module.js";

const heard: string[] = [];
beforeEach(() => {
  heard.length = 0;
});

const guard = {
  canActivate(context: ExecutionContext) {
    heard.push("guard");
    return context.switchToHttp().getRequest().headers["x-token-id"] !== "mallory";
  },
};
const interceptor = {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    heard.push("interceptor");
    return next.handle().pipe(map((body) => ({ data: body })));
  },
};
const pipe: PipeTransform = {
  transform(value, { type }) {
    heard.push(`pipe ${type}`);
    return value;
  },
};

@Controller("foos")
class FoosController {
  @Tier2({ preview: "preview", category: "delete" })
  @UseGuards(guard)
  @UseInterceptors(interceptor)
  @UsePipes(pipe)
  @Delete("top/:id")
  top(@Param("id", ParseIntPipe) id: number) {
    heard.push("method");
    return { id };
  }

  @Delete("bottom/:id")
  @UsePipes(pipe)
  @UseInterceptors(interceptor)
  @UseGuards(guard)
  @Tier2({ preview: "preview", category: "delete" })
  bottom(@Param("id", ParseIntPipe) id: number) {
    heard.push("method");
    return { id };
  }

  @UseGuards(guard)
  @Delete("middle/:id")
  @Tier2({ preview: "preview", category: "delete" })
  @UsePipes(pipe)
  @UseInterceptors(interceptor)
  middle(@Param("id", ParseIntPipe) id: number) {
    heard.push("method");
    return { id };
  }

  preview(id: number) {
    heard.push("preview");
    if (typeof id !== "number") throw new TypeError("the pipes did not run");
    return { summary: `Will delete ${id}`, preview: { id } };
  }

  @Delete("lost/:id")
  @Tier2({ preview: "notFound" })
  lost(@Param("id") id: string) {
    return id;
  }
  notFound(_id: string): never {
    throw new NotFoundException("no such foo");
  }

  @Post("created")
  @HttpCode(202)
  @Tier2({ preview: "previewCreated" })
  created() {
    return from(Promise.resolve({ accepted: true }));
  }
  previewCreated() {
    return { summary: "Will create", preview: {} };
  }

  @Get("text")
  @Tier2({ preview: "previewCreated" })
  text() {
    return "done";
  }

  @Get("at-once")
  @Tier2({ preview: "previewCreated", tier: 1 })
  atOnce() {
    throw new ForbiddenException("not today");
  }
}

describe.each(platforms)("on $platform", ({ adapter }) => {
  async function start(options: Parameters<typeof tier2>[0] = {}) {
    const { module } = tier2(options);
    return appOf({ imports: [module], controllers: [FoosController] }, adapter);
  }

  test.each(["top", "middle", "bottom"])(
    "guards, interceptors and pipes run before a preview, and again before the method: @Tier2() at the %s",
    async (place) => {
      const url = await serve(await start());
      const first = await send(`${url}/foos/${place}/7`);
      expect(first.status).toBe(428);
      expect(first.body.data).toMatchObject({ status: "confirmation_required", preview: { id: 7 } });
      expect(heard).toEqual(["guard", "interceptor", "pipe param", "preview"]);

      heard.length = 0;
      const { confirm_token } = first.body.data;
      const second = await send(`${url}/foos/${place}/7`, { body: { confirm_token } });
      expect(second.status).toBe(200);
      expect(second.body).toEqual({ data: { id: 7 } });
      expect(heard).toEqual(["guard", "interceptor", "pipe param", "method"]);
    },
  );

  test.each(["top", "middle", "bottom"])(
    "whom a guard turns away sees no preview: @Tier2() at the %s",
    async (place) => {
      const url = await serve(await start());
      const refused = await send(`${url}/foos/${place}/7`, { as: "mallory" });
      expect(refused.status).toBe(403);
      expect(heard).toEqual(["guard"]);
    },
  );

  test.each(["top", "middle", "bottom"])("what a pipe refuses is not previewed: @Tier2() at the %s", async (place) => {
    const url = await serve(await start());
    const refused = await send(`${url}/foos/${place}/seven`);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toMatch(/numeric string is expected/);
    expect(heard).not.toContain("preview");
  });

  test("an exception of Nest in a preview is answered as one", async () => {
    const url = await serve(await start());
    const answer = await send(`${url}/foos/lost/7`);
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe("no such foo");
  });

  test("an exception of Nest at tier 1 is answered as one", async () => {
    const url = await serve(await start());
    const answer = await send(`${url}/foos/at-once`, { method: "GET" });
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe("not today");
  });

  test("a status of the route's own is kept for what was executed, and an observable is awaited", async () => {
    const url = await serve(await start());
    const first = await send(`${url}/foos/created`, { method: "POST" });
    expect(first.status).toBe(428);
    const { confirm_token } = first.body;
    const second = await send(`${url}/foos/created`, { method: "POST", body: { confirm_token } });
    expect(second.status).toBe(202);
    expect(second.body).toEqual({ accepted: true });
    expect(second.headers.get("tier2-status")).toBe("ok");
  });

  test("a text is sent as a text, also when it is replayed", async () => {
    const url = await serve(await start());
    const headers = { "tier2-confirm-token": (await send(`${url}/foos/text`, { method: "GET" })).body.confirm_token };
    const answers = [
      await send(`${url}/foos/text`, { method: "GET", headers }),
      await send(`${url}/foos/text`, { method: "GET", headers }),
    ];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, "done"],
      [200, "done"],
    ]);
  });

  test("a refusal goes through the filters of the app: one of its own gets it whole", async () => {
    @Catch(HttpException)
    class Problem implements ExceptionFilter<HttpException> {
      catch(exception: HttpException, host: ArgumentsHost) {
        heard.push(exception instanceof Tier2Refusal ? `refusal ${exception.reason}` : "other");
        app
          .getHttpAdapter()
          .reply(host.switchToHttp().getResponse(), { problem: exception.getResponse() }, exception.getStatus());
      }
    }
    const app = await start();
    app.useGlobalFilters(new Problem());
    const url = await serve(app);
    const refused = await send(`${url}/foos/bottom/7`, { body: { confirm_token: "cfm_unknown" } });
    expect(refused.status).toBe(409);
    expect(refused.body.problem).toMatchObject({ status: "rejected", reason: "unknown_or_used" });
    expect(refused.headers.get("tier2-status")).toBe("rejected");
    expect(heard).toContain("refusal unknown_or_used");
  });

  test("a filter on the class or the method comes first", async () => {
    @Catch(Tier2Refusal)
    class Mine implements ExceptionFilter<Tier2Refusal> {
      catch(_exception: Tier2Refusal, host: ArgumentsHost) {
        app.getHttpAdapter().reply(host.switchToHttp().getResponse(), { mine: true }, 418);
      }
    }
    @Controller("bars")
    @UseFilters(Mine)
    class BarsController {
      @Delete()
      @Tier2({ preview: "preview" })
      remove() {}
      preview() {
        return { summary: "Will delete", preview: {} };
      }
    }
    const app = await appOf({ imports: [tier2().module], controllers: [BarsController] }, adapter);
    const url = await serve(app);
    expect((await send(`${url}/bars`, { body: { confirm_token: "cfm_unknown" } })).status).toBe(418);
  });

  test("an interceptor that asks again replays rather than runs again", async () => {
    @Controller("bars")
    class BarsController {
      @Delete()
      @UseInterceptors({
        intercept: (_context: ExecutionContext, next: CallHandler) =>
          of(1, 2).pipe(() => from(Promise.all([lastOf(next), lastOf(next)]))),
      })
      @Tier2({ preview: "preview" })
      remove() {
        heard.push("method");
      }
      preview() {
        return { summary: "Will delete", preview: {} };
      }
    }
    const url = await serve(await appOf({ imports: [tier2().module], controllers: [BarsController] }, adapter));
    const headers = { "tier2-confirm-token": (await send(`${url}/bars`)).body[0].confirm_token };
    const [one, two] = (await send(`${url}/bars`, { headers })).body;
    expect(one).toMatchObject({ status: "ok" });
    expect(two).toEqual(one);
    expect(heard).toEqual(["method"]);
  });
});

const lastOf = (next: CallHandler) =>
  new Promise((resolve, reject) => next.handle().subscribe({ next: resolve, error: reject }));
