import { Tier2 } from "@holdpoint/tier2-nest";
import {
  Controller,
  Delete,
  Injectable,
  Module,
  type ModuleMetadata,
  Param,
  type Provider,
  Scope,
} from "@nestjs/common";
import { EventPattern, MessagePattern } from "@nestjs/microservices";
import { McpController, Tool } from "@rekog/mcp-nest";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { appOf, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { strategyOf } from "./support/mcp.js";
import { tier2 } from "./support/module.js";

const ran: string[] = [];
beforeEach(() => {
  ran.length = 0;
});

class Base {
  @Delete(":id")
  @Tier2({ preview: "preview" })
  remove(@Param("id") id: string): object {
    ran.push(id);
    return { id };
  }
  preview(id: string) {
    return { summary: `Will delete ${id}`, preview: {} };
  }
}

async function started(metadata: ModuleMetadata) {
  const { module } = tier2({ mcp: { strategy: strategyOf(), others: 1 } });
  const app = await appOf({ ...metadata, imports: [module, ...(metadata.imports ?? [])] });
  await app.init();
  return app;
}

describe("an app does not start with a method under @Tier2() to which no request comes", () => {
  @Injectable()
  class FoosService {
    @Tier2({ preview: "preview" })
    remove() {}
    preview() {
      return { summary: "Will do it", preview: {} };
    }
  }
  @Injectable({ scope: Scope.REQUEST })
  class OfARequest extends FoosService {}
  @Injectable()
  class Inherits extends Base {}

  const ways: [string, Provider, string][] = [
    ["a service", FoosService, "FoosService"],
    ["a service under another token", { provide: "foos", useClass: FoosService }, "FoosService"],
    ["a service of a factory", { provide: "foos", useFactory: async () => new FoosService() }, "FoosService"],
    ["a service that is a value", { provide: "foos", useValue: new FoosService() }, "FoosService"],
    ["a service of a request", OfARequest, "OfARequest"],
    ["a service that inherits it", Inherits, "Inherits"],
  ];
  test.each(ways)("of %s", async (_way, provider, name) => {
    @Module({ providers: [provider] })
    class Feature {}
    await expect(started({ imports: [Feature] })).rejects.toMatchObject({
      code: "invalid_setup",
      message: expect.stringContaining(`${name}.remove: @Tier2() guards routes, and tools of mcp-nest, and this is a`),
    });
  });

  test.each([
    ["no decorator of a route", () => {}],
    ["@MessagePattern()", MessagePattern("remove")],
    ["@EventPattern()", EventPattern("remove")],
  ] as [string, MethodDecorator][])("of a controller, with %s", async (_name, decorator) => {
    @Controller("foos")
    class Foos {
      @decorator
      @Tier2({ preview: "preview" })
      remove() {}
      preview() {
        return { summary: "Will do it", preview: {} };
      }
    }
    class Inherited extends Foos {}
    for (const controller of [Foos, Controller("bars")(Inherited) ?? Inherited]) {
      await expect(started({ controllers: [controller] })).rejects.toMatchObject({
        code: "invalid_setup",
        message: `${controller.name}.remove: @Tier2() guards routes, and tools of mcp-nest, and this is neither, so no request comes to it. Put @Delete() or the like on it, or @Tool(); or take @Tier2() off.`,
      });
    }
  });
});

describe("but it does", () => {
  @Controller("foos")
  class Foos extends Base {}

  test("with a base class that has such methods, abstract or not, and a subclass that makes routes of them", async () => {
    abstract class Bare {
      @Tier2({ preview: "preview" })
      remove(id: string): object {
        ran.push(id);
        return { id };
      }
      abstract preview(id: string): { summary: string; preview: object };
    }
    @Controller("foos")
    class Whole extends Bare {
      @Delete(":id")
      @Tier2({ preview: "preview" })
      override remove(@Param("id") id: string) {
        return super.remove(id);
      }
      preview(id: string) {
        return { summary: `Will delete ${id}`, preview: {} };
      }
    }
    const url = await serve(await started({ controllers: [Whole] }));
    const { confirm_token } = (await send(`${url}/foos/7`)).body;
    expect((await send(`${url}/foos/7`, { body: { confirm_token } })).body).toEqual({ id: "7" });
    expect(ran).toEqual(["7"]);
  });

  test("with a controller that is listed among the providers too", async () => {
    await started({ controllers: [Foos], providers: [Foos] });
  });

  test("with a provider that overrides the method without @Tier2(), and with any that stands in for the controller", async () => {
    @Injectable()
    class Overrides extends Base {
      override remove(id: string) {
        return { id };
      }
    }
    const instead: Provider = { provide: Foos, useValue: Object.create(null) };
    await started({ providers: [Overrides, instead, { provide: "null", useValue: null }] });
  });

  test("with tools of mcp-nest, and with methods that another instance of the module guards", async () => {
    @McpController()
    class Tools {
      @Tier2({ preview: "preview" })
      @Tool({ name: "delete_foo", description: "Delete a foo", parameters: z.object({ id: z.string() }) })
      remove() {}
      preview() {
        return { summary: "Will do it", preview: {} };
      }
    }
    await started({ controllers: [Tools, Foos] });
  });
});
