import { Tier2, Tier2Refusal } from "@holdpoint/tier2-nest";
import {
  type ArgumentsHost,
  Catch,
  Controller,
  Delete,
  type ExceptionFilter,
  HttpCode,
  HttpException,
  Inject,
  Injectable,
  Param,
} from "@nestjs/common";
import { APP_FILTER, HttpAdapterHost } from "@nestjs/core";
import { beforeEach, describe, expect, test } from "vitest";
import { appOf, platforms, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { tier2 } from "./support/module.js";

const ran: string[] = [];
const caught: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
  caught.length = 0;
});

const preview = (id: string) => ({ summary: `Will delete ${id}`, preview: { id } });

@Controller("foos")
class Foos {
  @Delete(":id")
  @Tier2({ preview: "preview" })
  remove(@Param("id") id: string) {
    ran.push(id);
    return { id };
  }
  preview(id: string) {
    if (id.startsWith("throws-")) throw new HttpException({ mine: true }, Number(id.slice("throws-".length)));
    return preview(id);
  }
}

/** As apps write it: one filter for everything. */
@Catch()
@Injectable()
class CatchAll implements ExceptionFilter {
  constructor(@Inject(HttpAdapterHost) private readonly host: HttpAdapterHost) {}
  catch(exception: unknown, host: ArgumentsHost) {
    caught.push(exception);
    const status = exception instanceof HttpException ? exception.getStatus() : 500;
    const body = exception instanceof HttpException ? exception.getResponse() : {};
    this.host.httpAdapter.reply(host.switchToHttp().getResponse(), { caught: body }, status);
  }
}

describe.each(platforms)("on $platform", ({ adapter }) => {
  test("an app's own filter for everything gets a refusal as it gets any other exception", async () => {
    const providers = [{ provide: APP_FILTER, useClass: CatchAll }];
    const { module } = tier2();
    const url = await serve(await appOf({ imports: [module], controllers: [Foos], providers }, adapter));
    const refused = await send(`${url}/foos/7`, { body: { confirm_token: "cfm_unknown" } });
    expect(refused.status).toBe(409);
    expect(refused.headers.get("tier2-status")).toBe("rejected");
    expect(refused.body.caught).toMatchObject({ status: "rejected", reason: "unknown_or_used" });
    expect(caught).toEqual([expect.any(Tier2Refusal)]);
    const { confirm_token } = (await send(`${url}/foos/7`)).body;
    expect((await send(`${url}/foos/7`, { body: { confirm_token } })).body).toEqual({ id: "7" });
    expect(caught).toHaveLength(1);
  });

  test.each([200, 201, 204, 302])("a preview that throws an exception of status %i answers 500", async (status) => {
    const url = await serve(await appOf({ imports: [tier2().module], controllers: [Foos] }, adapter));
    const failed = await send(`${url}/foos/throws-${status}`);
    expect(failed.status).toBe(500);
    expect(failed.body.message).toBe(`Foos.remove threw an exception of status ${status}. This call executed nothing.`);
    expect(ran).toEqual([]);
  });

  test.each([400, 404, 503])("a preview that throws an exception of status %i answers with it", async (status) => {
    const url = await serve(await appOf({ imports: [tier2().module], controllers: [Foos] }, adapter));
    expect(await send(`${url}/foos/throws-${status}`)).toMatchObject({ status, body: { mine: true } });
  });

  test.each([
    [202, 202],
    [226, 226],
    [302, 200],
    [428, 200],
    [500, 200],
  ])("@HttpCode(%i) on a guarded route answers what was done with %i", async (own, status) => {
    @Controller("coded")
    class Coded {
      @Delete(":id")
      @HttpCode(own)
      @Tier2({ preview: "preview" })
      remove(@Param("id") id: string) {
        return { id };
      }
      preview(id: string) {
        return preview(id);
      }
    }
    const url = await serve(await appOf({ imports: [tier2().module], controllers: [Coded] }, adapter));
    const first = await send(`${url}/coded/7`);
    expect(first.status).toBe(428);
    const { confirm_token } = first.body;
    for (const _try of ["first", "replayed"]) {
      expect(await send(`${url}/coded/7`, { body: { confirm_token } })).toMatchObject({ status, body: { id: "7" } });
    }
  });
});
