import { getTier2Token, InjectTier2, Tier2, Tier2Module, Tier2Param } from "@holdpoint/tier2-nest";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import {
  Body,
  Controller,
  createParamDecorator,
  Delete,
  Get,
  HostParam,
  Injectable,
  Module,
  Next,
  Param,
  Query,
  RawBody,
  Redirect,
  Render,
  Res,
  Scope,
  Sse,
  type Type,
  UploadedFile,
  UploadedFiles,
} from "@nestjs/common";
import { describe, expect, test } from "vitest";
import { appOf, platforms } from "./support/apps.js";
import { requester, tier2 } from "./support/module.js";

const preview = () => ({ summary: "Will do it", preview: {} });

async function startUp(controllers: Type[], options: Parameters<typeof tier2>[0] = {}, providers: Type[] = []) {
  const app = await appOf({ imports: [tier2(options).module], controllers, providers });
  await app.init();
}

// Without the types that refuse most of this before it runs.
// biome-ignore lint/suspicious/noExplicitAny: JavaScript has no types
const untyped = Tier2 as any;

describe("an app does not start", () => {
  test("with a preview that is not there", async () => {
    @Controller()
    class Foos {
      @Delete()
      @untyped({ preview: "previewRemove" })
      remove() {}
    }
    await expect(startUp([Foos])).rejects.toMatchObject({
      code: "invalid_setup",
      message: "Foos.remove: its class has no preview method previewRemove.",
    });
  });

  test("with a preview provider that no module has", async () => {
    @Injectable()
    class Previews {
      preview = preview;
    }
    @Controller()
    class Foos {
      @Delete()
      @Tier2({ preview: Previews })
      remove() {}
    }
    await expect(startUp([Foos])).rejects.toThrow("Foos.remove: Previews is no provider of this app");
    await startUp([Foos], {}, [Previews]);
  });

  test("with a preview provider that has no method `preview`", async () => {
    @Injectable()
    class Previews {}
    @Controller()
    class Foos {
      @Delete()
      @untyped({ preview: Previews })
      remove() {}
    }
    await expect(startUp([Foos], {}, [Previews])).rejects.toThrow("Foos.remove: Previews has no method preview.");
  });

  test("without a requester, if it has a guarded route", async () => {
    @Controller()
    class Foos {
      @Delete()
      @Tier2({ preview: "preview" })
      remove() {}
      preview() {
        return preview();
      }
    }
    await expect(startUp([Foos], { requester: undefined as never })).rejects.toMatchObject({
      code: "invalid_setup",
      message: expect.stringMatching(/^Foos.remove: Tier2Module has no `requester`/),
    });
    @Controller()
    class Unguarded {
      @Delete()
      remove() {}
    }
    await startUp([Unguarded], { requester: undefined as never });
    await startUp([Foos], { requester });
  });

  describe("without its module", () => {
    const guardedBy = (instance?: string) => {
      @Controller()
      class Foos {
        @Delete()
        @Tier2({ preview: "preview", ...(instance !== undefined && { instance }) })
        remove() {}
        preview() {
          return preview();
        }
      }
      return Foos;
    };

    test("whatever else is there", async () => {
      const missing = {
        code: "invalid_setup",
        message: expect.stringMatching(
          /^Foos.remove: it is under @Tier2\(\), and the app has no Tier2Module .* Import Tier2Module.forRoot\(\)/,
        ),
      };
      await expect(appOf({ controllers: [guardedBy()] })).rejects.toMatchObject(missing);
      await expect(startUp([guardedBy()], { name: "bars" })).rejects.toMatchObject(missing);
      @Controller({ path: "foos", scope: Scope.REQUEST })
      class OfARequest extends guardedBy() {}
      await expect(appOf({ controllers: [OfARequest] })).rejects.toMatchObject({ code: "invalid_setup" });
    });

    test("of the name that it gives", async () => {
      await expect(startUp([guardedBy("other")], { name: "others" })).rejects.toMatchObject({
        code: "invalid_setup",
        message:
          'Foos.remove: its @Tier2({ instance: "other" }) names no Tier2Module of the app. Import Tier2Module.forRoot({ name: "other" }), with its `store`, `server` and `requester`, or correct the name.',
      });
      await startUp([guardedBy("other")], { name: "other" });
    });

    test("and what is wrong with the options of one that is there is told as that", async () => {
      const wrong = Tier2Module.forRootAsync({
        useFactory: () => {
          throw new Error("no database");
        },
      });
      await expect(appOf({ imports: [wrong], controllers: [guardedBy()] })).rejects.toThrow("no database");
    });

    test("and who injects an engine that is not there reads what to import", async () => {
      @Injectable()
      class Jobs {
        constructor(@InjectTier2("other") readonly engine: object) {}
      }
      await expect(startUp([], {}, [Jobs])).rejects.toThrow('Tier2Engine of Tier2Module.forRoot({ name: "other" })');
      const app = await appOf({ imports: [tier2().module] });
      expect(() => app.get(getTier2Token("other"))).toThrow('Tier2Module.forRoot({ name: "other" })');
    });
  });

  test("with options that are made for each request, and tokens that the next one would not know", async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Session {}
    @Module({ providers: [Session], exports: [Session] })
    class Sessions {}
    @Controller()
    class Foos {
      @Delete()
      @Tier2({ preview: "preview" })
      remove() {}
      preview() {
        return preview();
      }
    }
    const module = Tier2Module.forRootAsync({
      imports: [Sessions],
      inject: [Session],
      useFactory: () => ({ store: memoryStore(), server: "foos", requester }),
    });
    const app = await appOf({ imports: [module], controllers: [Foos] });
    await expect(app.init()).rejects.toMatchObject({
      code: "invalid_setup",
      message: expect.stringMatching(
        /^Tier2Module.forRoot\(\): its options hang on a provider that is scoped to requests/,
      ),
    });
  });

  test("with two routes that are one tool", async () => {
    @Controller()
    class Foos {
      @Delete("a")
      @Tier2({ preview: "preview", tool: "delete_foo" })
      a() {}
      @Delete("b")
      @Tier2({ preview: "preview", tool: "delete_foo" })
      b() {}
      preview() {
        return preview();
      }
    }
    await expect(startUp([Foos])).rejects.toThrow('Foos.b: Foos.a is the tool "delete_foo" too');
  });

  test("with a level that nothing provides", async () => {
    @Controller()
    class Foos {
      @Delete("a")
      @Tier2({ preview: "preview", level: "L3" })
      a() {}
      preview() {
        return preview();
      }
    }
    await expect(startUp([Foos])).rejects.toMatchObject({ code: "level_unavailable" });
  });

  test.each([
    ["@Res()", () => Res()],
    ["@Next()", () => Next()],
  ])("with a guarded route that answers by itself through %s", async (_name, decorator) => {
    @Controller()
    class Foos {
      @Delete("a")
      @Tier2({ preview: "preview" })
      a(@decorator() _res: unknown) {}
      preview() {
        return preview();
      }
    }
    await expect(startUp([Foos])).rejects.toThrow("Foos.a: with @Res() or @Next() it answers by itself");
  });

  test("but it does with @Res({ passthrough: true })", async () => {
    @Controller()
    class Foos {
      @Delete("a")
      @Tier2({ preview: "preview" })
      a(@Res({ passthrough: true }) _res: unknown) {}
      preview() {
        return preview();
      }
    }
    await startUp([Foos]);
  });

  test.each([
    ["@Redirect()", Redirect("/elsewhere")],
    ["@Render()", Render("page")],
    ["@Sse()", Sse()],
  ])("with a guarded route under %s", async (name, decorator: MethodDecorator) => {
    @Controller()
    class Foos {
      @Get("a")
      @Tier2({ preview: "preview" })
      @decorator
      a() {}
      preview() {
        return preview();
      }
    }
    await expect(startUp([Foos])).rejects.toThrow(`Foos.a: a preview cannot be sent through ${name}.`);
  });

  test("with a reconciler that is scoped to requests", async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Settles {
      reconcile() {
        return { outcome: "unknown" } as const;
      }
    }
    @Controller()
    class Foos {
      @Delete("a")
      @Tier2({ preview: "preview", reconcile: Settles })
      a() {}
      preview() {
        return preview();
      }
    }
    await expect(startUp([Foos], {}, [Settles])).rejects.toThrow("it cannot be scoped to one");
  });

  test.each([
    ["two whole bodies", [Body(), Body()], "two of its arguments are the whole body"],
    ["one name of two places", [Param("id"), Query("id")], 'two of its params would be called "id"'],
    ["one name twice", [Tier2Param("id"), Param("id")], 'two of its params would be called "id"'],
    [
      "a name that is that of a place",
      [Query(), Body(), Tier2Param("body")],
      'two of its params would be called "body"',
    ],
    ["a file", [UploadedFile()], "comes from @UploadedFile()"],
    ["files", [UploadedFiles()], "comes from @UploadedFiles()"],
    ["a host", [HostParam("tenant")], "comes from @HostParam()"],
    ["a raw body", [RawBody()], "comes from @RawBody()"],
    ["a decorator of its own", [createParamDecorator(() => 1)()], "comes from a custom parameter decorator"],
  ] as [string, ParameterDecorator[], string][])(
    "with arguments of which no token tells which call it confirms: %s",
    async (_what, decorators, problem) => {
      const guardedWith = (also: ParameterDecorator) => {
        class Foos {
          remove(..._args: unknown[]) {}
          preview() {
            return preview();
          }
        }
        for (const [index, decorator] of decorators.entries()) {
          decorator(Foos.prototype, "remove", index);
          also(Foos.prototype, "remove", index);
        }
        const descriptor = Object.getOwnPropertyDescriptor(Foos.prototype, "remove") as PropertyDescriptor;
        untyped({ preview: "preview" })(Foos.prototype, "remove", descriptor);
        Delete()(Foos.prototype, "remove", descriptor);
        Object.defineProperty(Foos.prototype, "remove", descriptor);
        Controller("foos")(Foos);
        return Foos;
      };
      await expect(startUp([guardedWith(() => {})])).rejects.toThrow(problem);
      await startUp([guardedWith((target, key, index) => Tier2Param(`its own ${index}`)(target, key, index))]);
      await startUp([guardedWith(Tier2Param(false))]);
    },
  );

  test("with a decorator above @Tier2() that puts another function in its place", async () => {
    const wraps: MethodDecorator = (_target, _key, descriptor: PropertyDescriptor) => {
      const inner = descriptor.value;
      descriptor.value = (...args: unknown[]) => inner(...args);
    };
    @Controller()
    class Foos {
      @Delete()
      @wraps
      @Tier2({ preview: "preview" })
      remove() {}
      preview() {
        return preview();
      }
    }
    await expect(startUp([Foos])).rejects.toThrow("Foos.remove: a decorator above @Tier2() put another function");
  });

  test("with two controllers of one name", async () => {
    const ofVersion = (version: string) => {
      @Controller({ path: "foos", version })
      class Foos {
        @Delete()
        @Tier2({ preview: "preview" })
        remove() {}
        preview() {
          return preview();
        }
      }
      return Foos;
    };
    await expect(startUp([ofVersion("1"), ofVersion("2")])).rejects.toThrow("two controllers are called Foos");
  });

  test("with a misspelt option of the engine", async () => {
    await expect(startUp([], { onEvents: () => {} } as never)).rejects.toThrow(
      'createTier2 does not know the option "onEvents"',
    );
  });
});

describe("the decorator refuses at once", () => {
  test("a method twice under it", () => {
    expect(() => {
      class Foos {
        @Tier2({ preview: "preview" })
        @Tier2({ preview: "preview" })
        remove() {}
        preview() {
          return preview();
        }
      }
      return Foos;
    }).toThrow("Foos.remove: it is under @Tier2() twice.");
  });

  test("a method without a preview", () => {
    expect(() => {
      class Foos {
        @untyped({})
        remove() {}
      }
      return Foos;
    }).toThrow("Foos.remove: it has no preview");
  });

  test("a static method", () => {
    expect(() => {
      // biome-ignore lint/complexity/noStaticOnlyClass: that is the mistake
      class Foos {
        @untyped({ preview: "preview" })
        static remove() {}
      }
      return Foos;
    }).toThrow("@Tier2() guards methods of instances");
  });

  test("a param without a name", () => {
    expect(() => {
      class Foos {
        remove(@Tier2Param("") @Param("id") _id: string, @Body() _body: object) {}
      }
      return Foos;
    }).toThrow("@Tier2Param() needs a name");
  });
});

test("these tests run on Express and on Fastify", () => {
  expect(platforms.map(({ platform }) => platform)).toEqual(["Express", "Fastify"]);
});
