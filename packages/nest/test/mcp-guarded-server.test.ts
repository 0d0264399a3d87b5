import { NotExecuted } from "@holdpoint/tier2-core";
import { type McpGuard, Tier2 } from "@holdpoint/tier2-nest";
import { Controller, Delete, type Type, UseInterceptors } from "@nestjs/common";
import { McpController, type McpStrategy, Tool, ToolScopes } from "@rekog/mcp-nest";
import { map } from "rxjs";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { appOf } from "./support/apps.js";
import { call, connect, serveMcp, strategyOf } from "./support/mcp.js";
import { tier2 } from "./support/module.js";

const ran: unknown[] = [];
beforeEach(() => {
  ran.length = 0;
});

const parameters = z.object({ id: z.number() });

@McpController()
class FooTools {
  @Tier2({ preview: "previewDelete", category: "delete" })
  @Tool({ name: "delete_foo", description: "Delete a foo", parameters })
  deleteFoo({ id }: { id: number }) {
    ran.push(id);
    return { content: [{ type: "text", text: `deleted ${id}` }] };
  }
  previewDelete({ id }: { id: number }) {
    return { summary: `Will delete foo ${id}`, preview: { id } };
  }
}

@McpController()
class Readers {
  @Tool({ name: "get_foo", description: "Read a foo", parameters })
  getFoo({ id }: { id: number }) {
    return { id };
  }
}

interface Given {
  guard?: Partial<McpGuard>;
  controllers?: Type[];
  strategy?: McpStrategy;
}

async function created({ guard = {}, controllers = [FooTools], strategy = strategyOf() }: Given = {}) {
  const { module, events } = tier2({ mcp: { strategy, others: 1, ...guard } });
  return { app: await appOf({ imports: [module], controllers }), strategy, events };
}

async function started(given: Given = {}) {
  const { app, strategy, events } = await created(given);
  const url = await serveMcp(app, strategy);
  return { url, client: await connect(url), events, strategy };
}

const purge = (strategy: McpStrategy, name = "purge") =>
  strategy.registerTool({
    name,
    description: "Purge everything",
    parameters: z.strictObject({ days: z.number() }),
    handler: (args) => {
      ran.push(args);
      return { content: [{ type: "text", text: `purged, run ${ran.length}` }] };
    },
  });

const purgeGuard = {
  preview: ({ days }: { days: number }) => ({ summary: `Will purge ${days} days`, preview: { days } }),
};

describe("an app does not start", () => {
  const initOf = async (given: Given) => (await created(given)).app.init();

  test("with a guarded tool whose server is not given to the module", async () => {
    const app = await appOf({ imports: [tier2().module], controllers: [FooTools] });
    await expect(app.init()).rejects.toThrow("FooTools.deleteFoo: its MCP server is not guarded");
  });

  test("with a guarded tool of another named server than the one that is given", async () => {
    @McpController({ server: "admin" })
    class AdminTools {
      @Tier2({ preview: "preview" })
      @Tool({ name: "delete_foo", description: "Delete a foo", parameters })
      deleteFoo() {}
      preview() {
        return { summary: "Will delete", preview: {} };
      }
    }
    await expect(initOf({ controllers: [AdminTools] })).rejects.toThrow("its MCP server is not guarded");
    await initOf({ controllers: [AdminTools], strategy: strategyOf({ server: "admin" }) });
  });

  test("with a tool that nobody decided about, where others are refused", async () => {
    const guard = { others: "refuse" } as const;
    await expect(initOf({ controllers: [Readers], guard })).rejects.toThrow(
      'Tool "get_foo": it is neither under @Tier2() nor in `tools`',
    );
    await initOf({ controllers: [Readers], guard: { ...guard, tools: { get_foo: 1 } } });
  });

  test("without a decision about other tools", async () => {
    await expect(initOf({ guard: { others: undefined as never } })).rejects.toThrow("`others` must be 1 or");
  });

  test("with a tool that is guarded and said to run at once", async () => {
    await expect(initOf({ guard: { tools: { delete_foo: 1 } } })).rejects.toThrow("`tools` says that it runs at once");
  });

  test("with a guard by name for a method", async () => {
    const guard = { tools: { get_foo: purgeGuard } };
    await expect(initOf({ controllers: [Readers], guard })).rejects.toThrow("put @Tier2() on it");
  });

  test("with a guarded tool that was registered before the guard was there", async () => {
    const strategy = strategyOf();
    purge(strategy);
    await expect(initOf({ strategy, guard: { tools: { purge: purgeGuard } } })).rejects.toThrow(
      'Tool "purge": it was registered before Tier2Module was there',
    );
  });

  test("with two names for one tool", async () => {
    @McpController()
    class Tools {
      @Tier2({ preview: "preview", tool: "other" })
      @Tool({ name: "delete_foo", description: "Delete a foo", parameters })
      deleteFoo() {}
      preview() {
        return { summary: "Will delete", preview: {} };
      }
    }
    await expect(initOf({ controllers: [Tools] })).rejects.toThrow(
      'its @Tool() is "delete_foo" and its @Tier2() "other"',
    );
  });

  test("with something else than a strategy", async () => {
    await expect(created({ strategy: {} as never })).rejects.toThrow("`strategy` is no McpStrategy");
  });
});

describe("a tool that is registered at run time", () => {
  test("is guarded by its name: previewed, confirmed and replayed, also where its schema is strict", async () => {
    const { app, strategy, events } = await created({ guard: { tools: { purge: purgeGuard } } });
    purge(strategy);
    const client = await connect(await serveMcp(app, strategy));
    const { structuredContent } = await call(client, "purge", { days: 3 });
    expect(structuredContent).toMatchObject({ summary: "Will purge 3 days", tool: "purge" });
    expect(ran).toEqual([]);
    const { confirm_token } = structuredContent;
    const second = await call(client, "purge", { days: 3, confirm_token });
    expect(second.content).toEqual([{ type: "text", text: "purged, run 1" }]);
    expect((await call(client, "purge", { days: 3, confirm_token })).content).toEqual(second.content);
    expect((await call(client, "purge", { days: 4, confirm_token })).content[0].text).toMatch(/params_changed/);
    expect(ran).toEqual([{ days: 3 }]);
    expect(events.map(({ type }) => type)).toContain("replayed");
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === "purge")?.inputSchema.properties).toHaveProperty("confirm_token");
  });

  test("is guarded too when it is registered after the start", async () => {
    const { client, strategy } = await started({ guard: { tools: { purge: purgeGuard } } });
    purge(strategy);
    expect((await call(client, "purge", { days: 3 })).structuredContent.status).toBe("confirmation_required");
    expect(ran).toEqual([]);
  });

  test("is refused where others are", async () => {
    const { strategy } = await started({ guard: { others: "refuse" } });
    expect(() => purge(strategy)).toThrow('Tool "purge": it is not in `tools`');
  });

  test("does not run where others are refused, however it came there", async () => {
    const { strategy, client } = await started({ guard: { others: "refuse" } });
    const { registerTool } = Object.getPrototypeOf(strategy);
    purge({ registerTool: registerTool.bind(strategy) } as McpStrategy);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["delete_foo"]);
    expect((await call(client, "purge", { days: 3 })).isError).toBe(true);
    expect(ran).toEqual([]);
  });

  test("does not take the place of a guarded method", async () => {
    const { strategy, client } = await started();
    purge(strategy, "delete_foo");
    await call(client, "delete_foo", { id: 7, days: 3 });
    expect(ran).toEqual([]);
  });

  test("runs at once where that was decided", async () => {
    const { strategy, client } = await started({ guard: { others: "refuse", tools: { purge: 1 } } });
    purge(strategy);
    expect((await call(client, "purge", { days: 3 })).content[0].text).toBe("purged, run 1");
  });
});

describe("the requester of a tool call", () => {
  test("is never made of the tool's arguments", async () => {
    @McpController()
    class Loose {
      @Tier2({ preview: "preview" })
      @Tool({ name: "loose", description: "Takes anything", parameters: z.looseObject({}) })
      loose() {
        ran.push("ran");
      }
      preview() {
        return { summary: "Will do it", preview: {} };
      }
    }
    const strategy = strategyOf();
    const { module, events } = tier2({ mcp: { strategy, others: 1 } });
    const url = await serveMcp(await appOf({ imports: [module], controllers: [Loose] }), strategy);
    // Nest's own context would give these arguments as the HTTP request.
    const args = { headers: { "x-token-id": "victim" }, user: { tokenId: "victim" } };
    await call(await connect(url, { as: "mallory" }), "loose", args);
    const refused = await call(await connect(url, { as: "" }), "loose", args);
    expect(JSON.parse(refused.content[0].text)).toMatchObject({ reason: "access_revoked" });
    expect(
      events.map(({ type, requester }) => [type, (requester as { tokenId: string } | undefined)?.tokenId]),
    ).toEqual([
      ["unclassified", undefined],
      ["proposed", "mallory"],
      ["refused", ""],
    ]);
  });

  test("is that of the request that carries the call, also within a session", async () => {
    const called: [string, unknown][] = [];
    const strategy = strategyOf({ stateful: true });
    const { module } = tier2({
      mcp: { strategy, others: 1 },
      requester: (context) => {
        const tokenId = context.switchToHttp().getRequest()?.headers.authorization;
        return tokenId === undefined ? undefined : { tokenId };
      },
      authorize: ({ tokenId }, _tool, params) => {
        called.push([tokenId, (params as { id: unknown }).id]);
        return true;
      },
    });
    const url = await serveMcp(await appOf({ imports: [module], controllers: [FooTools] }), strategy);
    const post = (body: object, headers: Record<string, string>) =>
      fetch(`${url}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", ...body }),
      });
    const clientInfo = { name: "test", version: "1.0.0" };
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    const opened = await post({ id: 0, method: "initialize", params }, { authorization: "alice" });
    const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    await opened.text();
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const authorization = index % 2 === 0 ? "alice" : "bob";
        const call = { name: "delete_foo", arguments: { id: index } };
        const answer = await post({ id: index + 1, method: "tools/call", params: call }, { ...session, authorization });
        await answer.text();
      }),
    );
    expect(called.length).toBeGreaterThan(0);
    const taken = called.filter(([tokenId, id]) => tokenId !== (Number(id) % 2 === 0 ? "alice" : "bob"));
    expect(taken).toEqual([]);
  });
});

test("access that mcp-nest checks is checked before a preview, also with @ToolScopes() above @Tier2()", async () => {
  @McpController()
  class Scoped {
    @ToolScopes(["admin"])
    @Tier2({ preview: "preview" })
    @Tool({ name: "scoped", description: "For admins", parameters: z.object({}) })
    scoped() {
      ran.push("ran");
    }
    preview() {
      ran.push("previewed");
      return { summary: "Will do it", preview: {} };
    }
  }
  const { client } = await started({ controllers: [Scoped] });
  await expect(call(client, "scoped", {})).rejects.toThrow(/scoped/);
  expect(ran).toEqual([]);
});

describe("results", () => {
  const Out = z.object({ deleted: z.number() });

  @McpController()
  class Results {
    @Tier2({ preview: "preview" })
    @Tool({ name: "good", description: "Has a schema", parameters, outputSchema: Out })
    good({ id }: { id: number }) {
      ran.push(id);
      return { deleted: id };
    }
    @Tier2({ preview: "preview" })
    @Tool({ name: "bad", description: "Breaks its promise", parameters, outputSchema: Out })
    bad({ id }: { id: number }) {
      ran.push(id);
      return { deleted: String(id) };
    }
    @Tier2({ preview: "preview" })
    @Tool({ name: "none", description: "Returns nothing", parameters })
    none(_args: { id: number }) {
      ran.push("none");
    }
    @Tier2({ preview: "preview" })
    @Tool({ name: "throws", description: "Throws", parameters })
    throws(_args: { id: number }) {
      throw new Error("the database is away");
    }
    @Tier2({ preview: "preview" })
    @Tool({ name: "refuses", description: "Does nothing", parameters })
    refuses(_args: { id: number }) {
      throw new NotExecuted("nothing to do");
    }
    @Tier2({ preview: "preview" })
    @UseInterceptors({
      intercept: (_context: unknown, next: { handle(): import("rxjs").Observable<{ structuredContent?: unknown }> }) =>
        next.handle().pipe(
          map((result) => {
            if (result.structuredContent === undefined) throw new Error("an interceptor broke");
            return result;
          }),
        ),
    })
    @Tool({ name: "broken", description: "An interceptor breaks behind it", parameters })
    broken(_args: { id: number }) {
      ran.push("broken");
      return { content: [{ type: "text", text: "done" }] };
    }
    preview({ id }: { id: number }) {
      return { summary: `Will do it to ${id}`, preview: { id } };
    }
  }

  async function confirmed(name: string) {
    const { client } = await started({ controllers: [Results] });
    await client.listTools(); // from now on the client validates results
    const { confirm_token } = (await call(client, name, { id: 7 })).structuredContent;
    const confirm = () => call(client, name, { id: 7, confirm_token });
    return [await confirm(), await confirm()] as const;
  }

  test("a preview and a result pass a client that validates with the tool's output schema", async () => {
    const [second, third] = await confirmed("good");
    expect(second.structuredContent).toEqual({ deleted: 7 });
    expect(third.structuredContent).toEqual({ deleted: 7 });
    expect(ran).toEqual([7]);
  });

  test("a result that breaks its promise is told as executed", async () => {
    const [second, third] = await confirmed("bad");
    expect(second.isError).toBe(true);
    expect(second.content[0].text).toMatch(/^"bad" WAS EXECUTED/);
    expect(third.content).toEqual(second.content);
    expect(ran).toEqual([7]);
  });

  test("a tool that returns nothing answers the ok envelope", async () => {
    const [second] = await confirmed("none");
    expect(second.structuredContent).toEqual({ status: "ok", tool: "none", message: "Executed." });
  });

  test("a tool that throws has failed, and is not run again", async () => {
    const [second, third] = await confirmed("throws");
    expect(JSON.parse(second.content[0].text)).toMatchObject({ status: "rejected", reason: "failed" });
    expect(third.content).toEqual(second.content);
  });

  test("a tool that throws NotExecuted was not executed", async () => {
    const [second] = await confirmed("refuses");
    expect(JSON.parse(second.content[0].text)).toMatchObject({ reason: "not_executed" });
  });

  test("whatever an interceptor does behind it, what was executed is told as executed", async () => {
    const [second] = await confirmed("broken");
    expect(second.content).toEqual([{ type: "text", text: "done" }]);
    expect(second.isError).toBeUndefined();
    expect(ran).toEqual(["broken"]);
  });
});

test("500 confirms of one token at once are one execution", async () => {
  const { client } = await started();
  const { confirm_token } = (await call(client, "delete_foo", { id: 7 })).structuredContent;
  const answers = await Promise.all(
    Array.from({ length: 500 }, () => call(client, "delete_foo", { id: 7, confirm_token })),
  );
  expect(ran).toEqual([7]);
  expect(new Set(answers.map(({ content }) => JSON.stringify(content))).size).toBe(1);
  expect(answers.filter(({ _meta }) => _meta["holdpoint/replayed"] === true)).toHaveLength(499);
});

test("an MCP server that is started before the app is initialised is guarded", async () => {
  const { app, strategy } = await created({ controllers: [FooTools] });
  app.connectMicroservice({ strategy });
  strategy.setHttpAdapter(app.getHttpAdapter());
  await app.startAllMicroservices();
  const server = strategy.createBoundServer({ transport: "test", stateless: true, era: "legacy" } as never);
  const { Client, InMemoryTransport } = await import("@modelcontextprotocol/client");
  const [left, right] = InMemoryTransport.createLinkedPair();
  await server.connect(right);
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(left);
  expect((await call(client, "delete_foo", { id: 7 })).isError).toBe(true); // no HTTP request, so nobody calls
  expect((await client.listTools()).tools[0]?.inputSchema.properties).toHaveProperty("confirm_token");
  expect(ran).toEqual([]);
  await client.close();
});

test("a guarded route that another transport calls too lets nothing through there", async () => {
  const { MessagePattern, Transport, ClientProxyFactory } = await import("@nestjs/microservices");
  @Controller()
  class Handlers {
    @MessagePattern("remove")
    @Delete("foo")
    @Tier2({ preview: "preview" })
    remove() {
      ran.push("removed");
    }
    preview() {
      return { summary: "Will do it", preview: {} };
    }
  }
  const app = await appOf({ imports: [tier2().module], controllers: [Handlers] });
  const options = { host: "127.0.0.1", port: 0 };
  const microservice = app.connectMicroservice({ transport: Transport.TCP, options });
  await app.startAllMicroservices();
  const { port } = (microservice.unwrap() as import("node:net").Server).address() as { port: number };
  const client = ClientProxyFactory.create({ transport: Transport.TCP, options: { host: "127.0.0.1", port } });
  const { lastValueFrom } = await import("rxjs");
  await expect(lastValueFrom(client.send("remove", {}))).rejects.toMatchObject({ status: "error" });
  expect(ran).toEqual([]);
  client.close();
});
