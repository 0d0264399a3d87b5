import { type McpGuard, Tier2 } from "@holdpoint/tier2-nest";
import type { Type } from "@nestjs/common";
import { McpController, Tool } from "@rekog/mcp-nest";
import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { appOf } from "./support/apps.js";
import { call, connect, serveMcp, strategyOf } from "./support/mcp.js";
import { tier2 } from "./support/module.js";

const ran: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
});

const parameters = z.object({ id: z.number() });
const content = [{ type: "text", text: "done" }];

@McpController()
class Guarded {
  @Tier2({ preview: "preview" })
  @Tool({ name: "delete_foo", description: "Delete a foo", parameters })
  remove({ id }: { id: number }) {
    ran.push(["guarded", id]);
    return { content };
  }
  preview({ id }: { id: number }) {
    return { summary: `Will delete foo ${id}`, preview: { id } };
  }
}

@McpController()
class Unguarded {
  @Tool({ name: "delete_foo", description: "Delete a foo", parameters })
  zap({ id }: { id: number }) {
    ran.push(["unguarded", id]);
    return { content };
  }
}

async function created(controllers: Type[], guard: Partial<McpGuard> = {}) {
  const strategy = strategyOf();
  const { module } = tier2({ mcp: { strategy, others: 1, ...guard } });
  return { app: await appOf({ imports: [module], controllers }), strategy };
}

const initOf = async (controllers: Type[], guard?: Partial<McpGuard>) => (await created(controllers, guard)).app.init();

test.each([
  ["first", [Guarded, Unguarded]],
  ["last", [Unguarded, Guarded]],
])("two tools of one name, of which the guarded one comes %s, stop the start-up", async (_order, controllers) => {
  await expect(initOf(controllers)).rejects.toMatchObject({
    code: "invalid_setup",
    message: expect.stringContaining('the tool "delete_foo" is there twice, under @Tier2() and without'),
  });
});

test("a guarded tool beside an unguarded one of another name starts, and so does a name on another server", async () => {
  @McpController()
  class Readers {
    @Tool({ name: "get_foo", description: "Read a foo", parameters })
    read() {
      return { content };
    }
  }
  @McpController({ server: "other" })
  class Elsewhere {
    @Tool({ name: "delete_foo", description: "Delete a foo", parameters })
    zap() {
      return { content };
    }
  }
  await initOf([Guarded, Readers, Elsewhere]);
});

test.each(["delete_foo", "erase_foo"])(
  "a tool %s that overrides a guarded method without @Tier2() stops the start-up, alone or beside it",
  async (name) => {
    @McpController()
    class Overrides extends Guarded {
      @Tool({ name, description: "Delete a foo", parameters })
      override remove({ id }: { id: number }) {
        ran.push(["override", id]);
        return { content };
      }
    }
    @McpController()
    class Grandchild extends Overrides {}
    const problem = "it is a tool without @Tier2() and overrides a method that is under it";
    for (const controllers of [[Overrides], [Grandchild], [Guarded, Overrides], [Overrides, Guarded]]) {
      for (const others of [1, "refuse"] as const) {
        await expect(initOf(controllers, { others })).rejects.toThrow(problem);
      }
    }
    await expect(initOf([Overrides], { others: "refuse", tools: { [name]: 1 } })).rejects.toThrow(problem);
  },
);

test("an override under @Tier2() is guarded, and may call the method that it overrides", async () => {
  @McpController()
  class Overrides extends Guarded {
    @Tier2({ preview: "preview" })
    @Tool({ name: "delete_foo", description: "Delete a foo", parameters })
    override remove(args: { id: number }) {
      return super.remove(args);
    }
  }
  const { app, strategy } = await created([Overrides]);
  const client = await connect(await serveMcp(app, strategy));
  const { confirm_token } = (await call(client, "delete_foo", { id: 7 })).structuredContent;
  expect(ran).toEqual([]);
  expect((await call(client, "delete_foo", { id: 7, confirm_token })).content).toEqual(content);
  expect(ran).toEqual([["guarded", 7]]);
});

test("an override that is no tool is nobody's call", async () => {
  @McpController()
  class Hidden extends Guarded {
    override remove() {
      return { content };
    }
  }
  await initOf([Hidden]);
});
