import { Tier2, Tier2Unguarded } from "@holdpoint/tier2-nest";
import {
  All,
  Controller,
  Delete,
  type INestApplication,
  Module,
  type ModuleMetadata,
  Param,
  Put,
  type Type,
  VERSION_NEUTRAL,
  Version,
  type VersioningOptions,
  VersioningType,
} from "@nestjs/common";
import { RouterModule } from "@nestjs/core";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { beforeEach, describe, expect, test } from "vitest";
import { pathShape } from "../src/route-places.js";
import { type Adapter, appOf, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { tier2 } from "./support/module.js";

const ran: string[] = [];
beforeEach(() => {
  ran.length = 0;
});

class Guarded {
  @Delete(":id")
  @Tier2({ preview: "preview" })
  remove(@Param("id") id: string): object {
    ran.push(`guarded ${id}`);
    return { id };
  }
  preview(id: string) {
    return { summary: `Will delete ${id}`, preview: {} };
  }
}
/** A controller of one unguarded route. */
const zapper = (ofClass: ClassDecorator, ...decorators: MethodDecorator[]): Type => {
  class Zaps {
    zap() {
      ran.push("zapped");
      return {};
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(Zaps.prototype, "zap") as PropertyDescriptor;
  for (const decorator of decorators) decorator(Zaps.prototype, "zap", descriptor);
  ofClass(Zaps);
  return Zaps;
};
const guarded = (ofClass: ClassDecorator, name = "Foos"): Type => {
  const Foos = { [name]: class extends Guarded {} }[name] as Type;
  ofClass(Foos);
  return Foos;
};

interface Made extends ModuleMetadata {
  adapter?: Adapter;
  set?: (app: INestApplication) => void;
}
async function started({ adapter, set, ...metadata }: Made): Promise<INestApplication> {
  const app = await appOf({ ...metadata, imports: [tier2().module, ...(metadata.imports ?? [])] }, adapter);
  set?.(app);
  await app.init();
  return app;
}
const versioned = (options: VersioningOptions) => (app: INestApplication) => void app.enableVersioning(options);
const byHeader = versioned({ type: VersioningType.HEADER, header: "x-version" });
const byUri = versioned({ type: VersioningType.URI });

describe("an unguarded route that Nest runs in the place of a guarded one stops the start-up", () => {
  @Controller("foos")
  class Subclass extends Guarded {
    @Delete(":anything")
    zap(@Param("anything") id: string) {
      ran.push(`zapped ${id}`);
      return { id };
    }
  }

  test("where a subclass adds it", async () => {
    await expect(started({ controllers: [Subclass] })).rejects.toMatchObject({
      code: "invalid_setup",
      message:
        "Subclass.zap: it is a route without @Tier2() and answers DELETE /foos/: before Subclass.remove does, which is under it. Put @Tier2() on it too, give it another path, or put @Tier2Unguarded() on it if it is to run at once.",
    });
  });

  test("as Fastify itself does", async () => {
    await expect(started({ controllers: [Subclass], adapter: () => new FastifyAdapter() })).rejects.toThrow(
      "Method 'DELETE' already declared for route '/foos/:id'",
    );
  });

  const prefix = (app: INestApplication) => void app.setGlobalPrefix("api");
  const foos = guarded(Controller("foos"));
  @Module({ controllers: [zapper(Controller(), Delete("foos/:x"))] })
  class Elsewhere {}
  @Module({ controllers: [zapper(Controller(), Delete(":x"))] })
  class Moved {}
  @Module({ controllers: [foos] })
  class Guarding {}
  const moved = RouterModule.register([{ path: "foos", module: Moved }]);
  test.each([
    ["in another controller", { controllers: [zapper(Controller("foos"), Delete(":x")), foos] }],
    ["in another module", { imports: [Elsewhere, Guarding] }],
    ["in a module with a path", { imports: [Moved, Guarding, moved] }],
    ["under a global prefix", { controllers: [zapper(Controller("foos"), Delete(":x")), foos], set: prefix }],
    ["as one of several paths", { controllers: [zapper(Controller(["a", "foos"]), Delete(["b", ":x"])), foos] }],
    ["for all methods", { controllers: [zapper(Controller("foos"), All(":x")), foos] }],
    ["in other letters", { controllers: [zapper(Controller("/FOOS/"), Delete("/:x/")), foos] }],
    [
      "of one of its versions",
      {
        controllers: [
          zapper(Controller({ path: "foos", version: ["2", "3"] }), Delete(":x")),
          guarded(Controller({ path: "foos", version: ["1", "2"] })),
        ],
        set: byHeader,
      },
    ],
    [
      "of all versions",
      {
        controllers: [
          zapper(Controller({ path: "foos", version: VERSION_NEUTRAL }), Delete(":x")),
          guarded(Controller({ path: "foos", version: "1" })),
        ],
        set: byHeader,
      },
    ],
    [
      "of its version by default",
      {
        controllers: [zapper(Controller("foos"), Delete(":x")), guarded(Controller({ path: "foos", version: "1" }))],
        set: versioned({ type: VersioningType.URI, defaultVersion: "1" }),
      },
    ],
    [
      "of its version, as the method says",
      {
        controllers: [
          zapper(Controller({ path: "foos", version: "2" }), Delete(":x"), Version("1")),
          guarded(Controller({ path: "foos", version: "1" })),
        ],
        set: byUri,
      },
    ],
    [
      "of another version, where nothing is versioned",
      {
        controllers: [
          zapper(Controller({ path: "foos", version: "2" }), Delete(":x")),
          guarded(Controller({ path: "foos", version: "1" })),
        ],
      },
    ],
    [
      "on any host",
      {
        controllers: [
          zapper(Controller("foos"), Delete(":x")),
          guarded(Controller({ path: "foos", host: "a.example" })),
        ],
      },
    ],
  ] as [string, Made][])("%s", async (_where, made) => {
    await expect(started(made)).rejects.toThrow("it is a route without @Tier2() and answers");
  });
});

describe("it does not stop the start-up", () => {
  const foos = guarded(Controller("foos"));
  @Module({ controllers: [zapper(Controller(), Delete(":x"))] })
  class Moved {}
  @Module({ controllers: [foos] })
  class Guarding {}
  test.each([
    [
      "with a decision of its author",
      { controllers: [zapper(Controller("foos"), Delete(":x"), Tier2Unguarded()), foos] },
    ],
    ["behind the guarded one, which answers", { controllers: [foos, zapper(Controller("foos"), All(":x"))] }],
    ["for another method", { controllers: [zapper(Controller("foos"), Put(":x")), foos] }],
    ["on a path that shares some requests only", { controllers: [zapper(Controller("foos"), Delete("all")), foos] }],
    [
      "of another version",
      {
        controllers: [
          zapper(Controller({ path: "foos", version: "2" }), Delete(":x")),
          guarded(Controller({ path: "foos", version: "1" })),
        ],
        set: byHeader,
      },
    ],
    [
      "without a version in its path",
      {
        controllers: [zapper(Controller("foos"), Delete(":x")), guarded(Controller({ path: "foos", version: "1" }))],
        set: byUri,
      },
    ],
    [
      "on another host",
      {
        controllers: [
          zapper(Controller({ path: "foos", host: "b.example" }), Delete(":x")),
          guarded(Controller({ path: "foos", host: ["a.example", "c.example"] })),
        ],
      },
    ],
    [
      "in a module with another path",
      { imports: [Moved, Guarding, RouterModule.register([{ path: "a", module: Moved }])] },
    ],
    ["with another guarded one", { controllers: [guarded(Controller("foos"), "Others"), foos] }],
  ] as [string, Made][])("%s", async (_what, made) => {
    await started(made);
  });

  test("and the guarded one answers where it comes first", async () => {
    const url = await serve(await started({ controllers: [foos, zapper(Controller("foos"), All(":x"))] }));
    expect((await send(`${url}/foos/7`)).status).toBe(428);
    expect((await send(`${url}/foos/7`, { method: "PUT" })).status).toBe(200);
    expect(ran).toEqual(["zapped"]);
  });

  test("while what would be refused is really run: the decision of its author shows it", async () => {
    const unguarded = zapper(Controller("foos"), Delete(":x"), Tier2Unguarded());
    const url = await serve(await started({ controllers: [unguarded, foos] }));
    expect((await send(`${url}/foos/7`)).status).toBe(200);
    expect(ran).toEqual(["zapped"]);
  });
});

test.each([
  [["foos", ":id"], "/foos/:"],
  [[undefined, "/foos/", "/:id/"], "/foos/:"],
  [["", "*path"], "/*"],
  [["v1", "Foos/:id.json"], "/v1/foos/:id.json"],
  [["/"], "/"],
])("the path of %j is %s", (parts, shape) => {
  expect(pathShape(parts)).toBe(shape);
});
