import { nodePlatform, type Store, type Tier2Engine, type Tier2Event } from "@holdpoint/tier2-core";
import {
  getTier2Token,
  InjectTier2,
  Tier2,
  Tier2Module,
  type Tier2ModuleOptions,
  tier2Operation,
} from "@holdpoint/tier2-nest";
import { memoryStore } from "@holdpoint/tier2-store-memory";
import { Controller, Delete, type ExecutionContext, Get, Injectable, Module, Param } from "@nestjs/common";
import { beforeEach, describe, expect, test } from "vitest";
import { appOf, serve } from "./support/apps.js";
import { send } from "./support/http-client.js";
import { requester, tier2 } from "./support/module.js";

const ran: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
});

@Controller("foos")
class FoosController {
  @Delete(":id")
  @Tier2({ preview: "preview", category: "delete" })
  remove(@Param("id") id: string) {
    ran.push(id);
    return { id };
  }
  preview(id: string) {
    return { summary: `Will delete ${id}`, preview: { id } };
  }
}

@Injectable()
class Parts {
  readonly events: Tier2Event[] = [];
  readonly store: Store = memoryStore();
  wallMs = 1_000_000;
  requester(context: ExecutionContext) {
    return requester(context);
  }
  createTier2Options() {
    return {
      store: this.store,
      server: "foos",
      platform: { ...nodePlatform, wallMs: () => this.wallMs },
      requester: (context: ExecutionContext) => this.requester(context),
      onEvent: (event: Tier2Event) => this.events.push(event),
    };
  }
}
@Module({ providers: [Parts], exports: [Parts] })
class PartsModule {}

describe("forRootAsync", () => {
  test.each([
    ["useFactory", { inject: [Parts], useFactory: async (parts: Parts) => parts.createTier2Options() }],
    ["useExisting", { useExisting: Parts }],
    ["useClass", { useClass: Parts }],
  ])("makes store, clock, event sink and requester of providers: %s", async (way, given) => {
    const module = Tier2Module.forRootAsync({ imports: [PartsModule], ...given });
    const app = await appOf({ imports: [module, PartsModule], controllers: [FoosController] });
    const url = await serve(app);
    const { confirm_token } = (await send(`${url}/foos/7`)).body;
    expect((await send(`${url}/foos/7`, { body: { confirm_token } })).status).toBe(200);
    if (way === "useClass") return; // an instance of its own
    const { events } = app.get(Parts);
    expect(events.map(({ type, atMs }) => [type, atMs])).toEqual([
      ["proposed", 1_000_000],
      ["claimed", 1_000_000],
      ["completed", 1_000_000],
    ]);
  });

  test("takes one of them", () => {
    expect(() => Tier2Module.forRootAsync({})).toThrow("give one of useFactory, useClass and useExisting");
    expect(() => Tier2Module.forRootAsync({ useExisting: Parts, useClass: Parts })).toThrow("give one of");
  });

  test("without a requester its guarded routes do not start", async () => {
    const useFactory = () => ({ store: memoryStore(), server: "foos" }) as Tier2ModuleOptions;
    const app = await appOf({ imports: [Tier2Module.forRootAsync({ useFactory })], controllers: [FoosController] });
    await expect(app.init()).rejects.toThrow("Tier2Module has no `requester`");
  });
});

test("the engine is injected, and knows the guarded routes", async () => {
  @Controller("tools")
  class ToolsController {
    readonly #tier2: Tier2Engine;
    constructor(@InjectTier2() tier2: Tier2Engine) {
      this.#tier2 = tier2;
    }
    @Get()
    list() {
      return this.#tier2.tools();
    }
  }
  const url = await serve(await appOf({ imports: [tier2().module], controllers: [FoosController, ToolsController] }));
  expect((await send(`${url}/tools`, { method: "GET" })).body).toEqual([
    { name: "FoosController.remove", tier: 2, because: "category" },
  ]);
});

describe("named instances", () => {
  @Controller("bars")
  class BarsController {
    @Delete(":id")
    @Tier2({ preview: "preview", instance: "bars", tool: "delete_it" })
    remove(@Param("id") id: string) {
      ran.push(`bar ${id}`);
    }
    @Delete("default/:id")
    @Tier2({ preview: "preview", tool: "delete_it" })
    other(@Param("id") id: string) {
      ran.push(`foo ${id}`);
    }
    preview(id: string) {
      return { summary: `Will delete ${id}`, preview: {} };
    }
  }

  test("stand beside one another: each route has its own engine, and the same tool name twice", async () => {
    const foos = tier2();
    const bars = tier2({ name: "bars", server: "bars" });
    const app = await appOf({ imports: [foos.module, bars.module], controllers: [BarsController] });
    const url = await serve(app);
    const { confirm_token } = (await send(`${url}/bars/7`)).body;
    const proposed = ({ events }: typeof bars) => events.filter(({ type }) => type === "proposed").length;
    expect([proposed(bars), proposed(foos)]).toEqual([1, 0]);
    const elsewhere = await send(`${url}/bars/default/7`, { body: { confirm_token } });
    expect(elsewhere.body.reason).toBe("unknown_or_used");
    expect((await send(`${url}/bars/7`, { body: { confirm_token } })).status).toBe(200);
    expect(ran).toEqual(["bar 7"]);
  });

  test("of one name are one too many", async () => {
    const app = await appOf({ imports: [tier2().module, tier2().module], controllers: [FoosController] });
    await expect(app.init()).rejects.toThrow(/two of them/);
  });
});

describe("when the app is closed", () => {
  const gate = () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { open, opened };
  };

  test("a running operation is told to stop, ends, is recorded and answered", async () => {
    const started = gate();
    const finish = gate();
    @Controller("slow")
    class Slow {
      @Delete()
      @Tier2({ preview: "preview" })
      async remove() {
        started.open();
        tier2Operation()?.signal.addEventListener("abort", () => finish.open());
        await finish.opened;
        ran.push("ended");
        return { ended: true };
      }
      preview() {
        return { summary: "Will be slow", preview: {} };
      }
    }
    const { module, events } = tier2();
    const app = await appOf({ imports: [module], controllers: [Slow] });
    const url = await serve(app);
    const { confirm_token } = (await send(`${url}/slow`)).body;
    const running = send(`${url}/slow`, { body: { confirm_token }, headers: { connection: "close" } });
    await started.opened;
    await app.close();
    expect(ran).toEqual(["ended"]);
    expect(events.map(({ type }) => type)).toContain("completed");
    expect((await running).body).toEqual({ ended: true });
  });

  test("a running operation ends while the providers that it uses, and its store, are still there", async () => {
    const order: string[] = [];
    const started = gate();
    @Injectable()
    class Pool {
      readonly store = memoryStore();
      onModuleDestroy() {
        order.push("pool destroyed");
      }
    }
    @Module({ providers: [Pool], exports: [Pool] })
    class PoolModule {}
    @Controller("slow")
    class Slow {
      @Delete()
      @Tier2({ preview: "preview" })
      async remove() {
        started.open();
        const { signal } = tier2Operation() ?? {};
        await new Promise((resolve) => signal?.addEventListener("abort", resolve));
        order.push("operation ended");
      }
      preview() {
        return { summary: "Will be slow", preview: {} };
      }
      onModuleDestroy() {
        order.push("controller destroyed");
      }
    }
    @Module({ imports: [PoolModule], controllers: [Slow] })
    class Feature {}
    const module = Tier2Module.forRootAsync({
      imports: [PoolModule],
      inject: [Pool],
      useFactory: ({ store }: Pool) => ({
        store,
        server: "foos",
        requester,
        onEvent: ({ type }: Tier2Event) => type === "completed" && order.push("recorded"),
      }),
    });
    const app = await appOf({ imports: [PoolModule, module, Feature] });
    const url = await serve(app);
    const { confirm_token } = (await send(`${url}/slow`)).body;
    const running = send(`${url}/slow`, { body: { confirm_token }, headers: { connection: "close" } });
    await started.opened;
    await app.close();
    await running;
    expect(order.slice(0, 2)).toEqual(["operation ended", "recorded"]);
    expect(order.slice(2).sort()).toEqual(["controller destroyed", "pool destroyed"]);
  });

  test("a call that comes after it is refused with 503 and runs nothing", async () => {
    const { module } = tier2();
    const app = await appOf({ imports: [module], controllers: [FoosController] });
    const url = await serve(app);
    const { confirm_token } = (await send(`${url}/foos/7`)).body;
    await app.get<Tier2Engine>(getTier2Token()).close();
    const refused = await send(`${url}/foos/7`, { body: { confirm_token } });
    expect(refused.status).toBe(503);
    expect(ran).toEqual([]);
  });

  test("no timer keeps the process alive", async () => {
    const { module } = tier2();
    const app = await appOf({ imports: [module], controllers: [FoosController] });
    const url = await serve(app);
    await send(`${url}/foos/7`);
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const before = timers();
    await app.close();
    expect(timers()).toBeLessThanOrEqual(before);
  });
});

test("without a requester in the request a call is refused with 403", async () => {
  const url = await serve(await appOf({ imports: [tier2().module], controllers: [FoosController] }));
  const refused = await send(`${url}/foos/7`, { as: "" });
  expect(refused.status).toBe(403);
  expect(refused.body).toMatchObject({ reason: "access_revoked", detail: "requester_missing" });
});

test("what the requester's resolver throws is answered as any exception", async () => {
  const { UnauthorizedException } = await import("@nestjs/common");
  const { module } = tier2({
    requester: () => {
      throw new UnauthorizedException();
    },
  });
  const url = await serve(await appOf({ imports: [module], controllers: [FoosController] }));
  expect((await send(`${url}/foos/7`)).status).toBe(401);
});

test("an operation has its id, preview and requester in the method, and no one has them outside", async () => {
  let inside: unknown;
  let later: Promise<unknown> | undefined;
  @Controller("bars")
  class Bars {
    @Delete()
    @Tier2({ preview: "preview" })
    async remove() {
      const { signal: _signal, ...operation } = tier2Operation() ?? {};
      inside = operation;
      later = new Promise((resolve) => setTimeout(() => resolve(tier2Operation()), 50));
      return { id: (operation as { operationId?: string }).operationId };
    }
    preview() {
      return { summary: "Will do it", preview: { seen: tier2Operation() === undefined } };
    }
  }
  const url = await serve(await appOf({ imports: [tier2().module], controllers: [Bars] }));
  const first = await send(`${url}/bars`);
  expect(first.body.preview).toEqual({ seen: true });
  const second = await send(`${url}/bars`, { body: { confirm_token: first.body.confirm_token } });
  expect(second.body.id).toBe(second.headers.get("tier2-operation-id"));
  expect(inside).toMatchObject({
    tool: "Bars.remove",
    preview: { seen: true },
    requester: { tokenId: "alice" },
    operationId: second.body.id,
  });
  expect(await later).toBeUndefined();
  expect(tier2Operation()).toBeUndefined();
});
