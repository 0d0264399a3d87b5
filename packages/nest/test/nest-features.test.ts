import { Tier2 } from "@holdpoint/tier2-nest";
import {
  Body,
  ClassSerializerInterceptor,
  Controller,
  Delete,
  Inject,
  Injectable,
  Param,
  Post,
  Scope,
  StreamableFile,
  type Type,
  UseInterceptors,
  Version,
  VersioningType,
} from "@nestjs/common";
import { REQUEST, Reflector } from "@nestjs/core";
import { Exclude } from "class-transformer";
import { beforeEach, describe, expect, test } from "vitest";
import { appOf, platforms, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { tier2 } from "./support/module.js";

const ran: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
});

@Injectable({ scope: Scope.REQUEST })
class Caller {
  readonly name: string;
  constructor(@Inject(REQUEST) request: { headers: Record<string, string> }) {
    this.name = request.headers["x-token-id"] ?? "nobody";
  }
}

@Injectable()
class ScopedPreviews {
  readonly #caller: Caller;
  constructor(@Inject(Caller) caller: Caller) {
    this.#caller = caller;
  }
  preview(id: string) {
    return { summary: `${this.#caller.name} will delete ${id}`, preview: {} };
  }
}

class User {
  id = 7;
  @Exclude() password = "hunter2";
}

describe.each(platforms)("on $platform", ({ adapter }) => {
  const start = async (controllers: Type[], providers: Type[] = []) => {
    const { module, events } = tier2();
    return { app: await appOf({ imports: [module], controllers, providers }, adapter), events };
  };

  test("a controller that is scoped to requests is the one of this request, in preview and method", async () => {
    @Controller("foos")
    class Foos {
      readonly #caller: Caller;
      constructor(@Inject(Caller) caller: Caller) {
        this.#caller = caller;
      }
      @Delete(":id")
      @Tier2({ preview: "previewRemove" })
      remove(@Param("id") id: string) {
        return { id, by: this.#caller.name };
      }
      previewRemove(id: string) {
        return { summary: `${this.#caller.name} will delete ${id}`, preview: {} };
      }
    }
    const { app } = await start([Foos], [Caller]);
    const url = await serve(app);
    const callers = ["alice", "bob", "carol"];
    const previews = await Promise.all(callers.map((as) => send(`${url}/foos/7`, { as })));
    expect(previews.map(({ body }) => body.summary)).toEqual(callers.map((name) => `${name} will delete 7`));
    const answers = await Promise.all(
      callers.map((as, index) =>
        send(`${url}/foos/7`, { as, body: { confirm_token: previews[index]?.body.confirm_token } }),
      ),
    );
    expect(answers.map(({ body }) => body.by)).toEqual(callers);
  });

  test("a preview provider that is scoped to requests is the one of this request", async () => {
    @Controller("foos")
    class Foos {
      @Delete(":id")
      @Tier2({ preview: ScopedPreviews })
      remove(@Param("id") id: string) {
        return { id };
      }
    }
    const { app } = await start([Foos], [Caller, ScopedPreviews]);
    const url = await serve(app);
    const callers = ["alice", "bob"];
    const previews = await Promise.all(callers.map((as) => send(`${url}/foos/7`, { as })));
    expect(previews.map(({ body }) => body.summary)).toEqual(callers.map((name) => `${name} will delete 7`));
  });

  test("an inherited route is a tool of each class, and an override may call it", async () => {
    abstract class Base {
      @Delete(":id")
      @Tier2({ preview: "previewRemove", category: "delete" })
      remove(@Param("id") id: string): object {
        ran.push(`${this.constructor.name} ${id}`);
        return { id };
      }
      abstract previewRemove(id: string): { summary: string; preview: object };
    }
    @Controller("as")
    class As extends Base {
      previewRemove(id: string) {
        return { summary: `Will delete a ${id}`, preview: {} };
      }
    }
    @Controller("bs")
    class Bs extends Base {
      @Delete(":id")
      @Tier2({ preview: "previewRemove", category: "delete" })
      override remove(@Param("id") id: string) {
        return { ...super.remove(id), overridden: true };
      }
      previewRemove(id: string) {
        return { summary: `Will delete b ${id}`, preview: {} };
      }
    }
    const { app } = await start([As, Bs]);
    const url = await serve(app);
    const a = (await send(`${url}/as/7`)).body;
    expect(a).toMatchObject({ tool: "As.remove", summary: "Will delete a 7" });
    const b = (await send(`${url}/bs/7`)).body;
    expect(b).toMatchObject({ tool: "Bs.remove", summary: "Will delete b 7" });
    const crossed = await send(`${url}/bs/7`, { body: { confirm_token: a.confirm_token } });
    expect(crossed.body.reason).toBe("wrong_tool");
    const done = await send(`${url}/bs/7`, { body: { confirm_token: b.confirm_token } });
    expect(done.body).toEqual({ id: "7", overridden: true });
    expect(ran).toEqual(["Bs 7"]);
  });

  test("code that calls a guarded method without a request is refused", async () => {
    @Controller("foos")
    class Foos {
      @Delete(":id")
      @Tier2({ preview: "previewRemove" })
      remove(@Param("id") id: string) {
        ran.push(id);
      }
      previewRemove(id: string) {
        if (id === "sly") this.remove(id);
        return { summary: "Will delete", preview: {} };
      }
      @Post()
      all() {
        return this.remove("1");
      }
    }
    const { app } = await start([Foos]);
    const url = await serve(app);
    expect(() => app.get(Foos).remove("1")).toThrow(/was called without a request/);
    expect((await send(`${url}/foos`, { method: "POST" })).status).toBe(500);
    expect((await send(`${url}/foos/sly`)).status).toBe(500);
    expect(ran).toEqual([]);
  });

  test("versions and a global prefix lead to the same tool", async () => {
    @Controller({ path: "foos", version: ["1", "2"] })
    class Foos {
      @Delete(":id")
      @Tier2({ preview: "previewRemove" })
      remove(@Param("id") id: string) {
        return { id, v: "1, 2" };
      }
      @Version("3")
      @Tier2({ preview: "previewRemove" })
      @Delete(":id")
      removeV3(@Param("id") id: string) {
        return { id, v: "3" };
      }
      previewRemove(id: string) {
        return { summary: `Will delete ${id}`, preview: {} };
      }
    }
    const { app } = await start([Foos]);
    app.setGlobalPrefix("api");
    app.enableVersioning({ type: VersioningType.URI });
    const url = await serve(app);
    const { confirm_token } = (await send(`${url}/api/v1/foos/7`)).body;
    expect((await send(`${url}/api/v3/foos/7`, { body: { confirm_token } })).body.reason).toBe("wrong_tool");
    expect((await send(`${url}/api/v2/foos/7`, { body: { confirm_token } })).body).toEqual({ id: "7", v: "1, 2" });
    const third = (await send(`${url}/api/v3/foos/7`)).body;
    expect(third.tool).toBe("Foos.removeV3");
    const { confirm_token: token3 } = third;
    expect((await send(`${url}/api/v3/foos/7`, { body: { confirm_token: token3 } })).body.v).toBe("3");
  });

  test.each(["global", "class", "method"])(
    "what a ClassSerializerInterceptor leaves out is not in the answer, its replay or the store: %s",
    async (place) => {
      const none: ClassDecorator & MethodDecorator = () => {};
      const onClass = place === "class" ? UseInterceptors(ClassSerializerInterceptor) : none;
      const onMethod = place === "method" ? UseInterceptors(ClassSerializerInterceptor) : none;
      @Controller("users")
      @onClass
      class Users {
        @Post()
        @Tier2({ preview: "preview" })
        @onMethod
        create(@Body() _body: object) {
          return new User();
        }
        preview() {
          return { summary: "Will create a user", preview: {} };
        }
      }
      const { app } = await start([Users]);
      if (place === "global") app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get(Reflector)));
      const url = await serve(app);
      const { confirm_token } = (await send(`${url}/users`, { method: "POST" })).body;
      const confirm = () => send(`${url}/users`, { method: "POST", body: { confirm_token } });
      expect([(await confirm()).text, (await confirm()).text]).toEqual(['{"id":7}', '{"id":7}']);
    },
  );

  test("a stream cannot be recorded, and the answer says that it was executed", async () => {
    @Controller("files")
    class Files {
      @Post()
      @Tier2({ preview: "preview" })
      create() {
        ran.push("created");
        return new StreamableFile(Buffer.from("text"));
      }
      preview() {
        return { summary: "Will create a file", preview: {} };
      }
    }
    const { app } = await start([Files]);
    const url = await serve(app);
    const { confirm_token } = (await send(`${url}/files`, { method: "POST" })).body;
    const done = await send(`${url}/files`, { method: "POST", body: { confirm_token } });
    expect(done).toMatchObject({ status: 200, body: { status: "ok", result_withheld: "stream" } });
    expect(ran).toEqual(["created"]);
  });
});
