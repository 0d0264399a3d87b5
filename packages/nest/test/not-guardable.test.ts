import { Tier2, Tier2Param } from "@holdpoint/tier2-nest";
import * as nest from "@nestjs/common";
import { Controller, Delete, Headers, Param, type Type } from "@nestjs/common";
import { McpController, Prompt, Resource, ResourceTemplate, Tool } from "@rekog/mcp-nest";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { appOf } from "./support/apps.js";
import { strategyOf } from "./support/mcp.js";
import { tier2 } from "./support/module.js";

const preview = () => ({ summary: "Will do it", preview: {} });

/** What an app warned about by the time it had started. */
async function warningsOf(controllers: Type[]): Promise<string[]> {
  const warnings: string[] = [];
  const { module } = tier2({ mcp: { strategy: strategyOf(), others: 1 } });
  const app = await appOf({ imports: [module], controllers });
  app.useLogger({ log() {}, error() {}, warn: (message: string) => warnings.push(message) });
  await app.init();
  return warnings;
}

/** Decorators of a method, the lowest first, on a class of its own. */
function methodUnder(ofClass: ClassDecorator, decorators: MethodDecorator[], parameter?: ParameterDecorator): Type {
  class Foos {
    run(..._args: unknown[]) {}
    preview() {
      return preview();
    }
  }
  parameter?.(Foos.prototype, "run", 0);
  const descriptor = Object.getOwnPropertyDescriptor(Foos.prototype, "run") as PropertyDescriptor;
  for (const decorator of decorators) decorator(Foos.prototype, "run", descriptor);
  Object.defineProperty(Foos.prototype, "run", descriptor);
  ofClass(Foos);
  return Foos;
}

const guard = Tier2({ preview: "preview" }) as MethodDecorator;

describe("an app does not start", () => {
  const resource = { name: "foo", description: "A foo", mimeType: "text/plain" };
  test.each([
    ["resource", Resource({ ...resource, uri: "mcp://foo" })],
    ["resource-template", ResourceTemplate({ ...resource, uriTemplate: "mcp://foo/{id}" })],
    ["prompt", Prompt({ name: "foo", description: "A foo" })],
  ] as [string, MethodDecorator][])("with a guarded %s of an MCP server, in either order", async (what, decorator) => {
    for (const decorators of [
      [decorator, guard],
      [guard, decorator],
    ]) {
      await expect(warningsOf([methodUnder(McpController(), decorators)])).rejects.toMatchObject({
        code: "invalid_setup",
        message: `Foos.run: @Tier2() guards routes and tools, and this is a ${what}.`,
      });
    }
    await warningsOf([methodUnder(McpController(), [decorator])]);
  });

  test("with a guarded method that is a route and a tool at once", async () => {
    const tool = Tool({ name: "foo", description: "A foo", parameters: z.object({}) }) as MethodDecorator;
    const both = [tool, guard, Delete("foo")];
    await expect(warningsOf([methodUnder(McpController(), both)])).rejects.toThrow(
      "Foos.run: it is a route and a tool at once",
    );
    await warningsOf([methodUnder(McpController(), [tool, guard])]);
    await warningsOf([methodUnder(Controller("foos"), [guard, Delete("foo")])]);
  });
});

describe("what no token confirms is told at the start", () => {
  const cookies = nest as Partial<Record<"Cookies" | "SignedCookies", (name: string) => ParameterDecorator>>;
  const sources: [string, ParameterDecorator][] = [
    ['@Headers() "x-a"', Headers("x-a")],
    ["@Headers()", Headers()],
  ];
  // Nest 11 has no decorators for cookies.
  if (cookies.Cookies !== undefined) sources.push(['@Cookies() "a"', cookies.Cookies("a")]);
  if (cookies.SignedCookies !== undefined) sources.push(['@SignedCookies() "a"', cookies.SignedCookies("a")]);

  test.each(sources)("of %s, unless its author decided", async (source, parameter) => {
    const guardedWith = (also: ParameterDecorator = () => {}) =>
      methodUnder(Controller("foos"), [guard, Delete()], (...at) => {
        parameter(...at);
        also(...at);
      });
    expect(await warningsOf([guardedWith()])).toEqual([
      `Foos.run: its argument 0 comes from ${source}, and no token confirms it. Put @Tier2Param("name") beside its decorator, or @Tier2Param(false) to say that this is meant.`,
    ]);
    expect(await warningsOf([guardedWith(Tier2Param("name"))])).toEqual([]);
    expect(await warningsOf([guardedWith(Tier2Param(false))])).toEqual([]);
  });

  test("but not of params, and not of a route that nothing guards", async () => {
    const unguarded = methodUnder(Controller("foos"), [Delete()], Headers("x-a"));
    const ofParams = methodUnder(Controller("bars"), [guard, Delete(":id")], Param("id"));
    expect(await warningsOf([unguarded, ofParams])).toEqual([]);
  });
});
