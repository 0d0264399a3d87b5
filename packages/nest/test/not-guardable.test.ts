import { Tier2, Tier2Param } from "@holdpoint/tier2-nest";
import * as nest from "@nestjs/common";
import { Controller, Delete, Headers, Param, Req, type Type } from "@nestjs/common";
import { Ctx, Payload } from "@nestjs/microservices";
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

describe("an app does not start with a guarded method that reads its arguments where no token confirms them", () => {
  const under = (kind: string, ...parameters: ParameterDecorator[]) => {
    const given: ParameterDecorator = (target, key) => {
      for (const [index, parameter] of parameters.entries()) parameter(target, key, index);
    };
    if (kind === "route") return methodUnder(Controller("foos"), [guard, Delete(":id")], given);
    const tool = Tool({ name: "foo", description: "A foo", parameters: z.object({ id: z.number() }) });
    return methodUnder(McpController(), [tool as MethodDecorator, guard], given);
  };
  const both =
    (...parameters: ParameterDecorator[]): ParameterDecorator =>
    (...at) => {
      for (const parameter of parameters) parameter(...at);
    };

  test.each([
    ["route", Req(), Param("id"), "@Req() and it has no params"],
    ["tool", Ctx(), Payload(), "@Ctx() and it has no params"],
  ] as const)("of a %s, unless it has a param or its author decided", async (kind, whole, param, problem) => {
    await expect(warningsOf([under(kind, whole)])).rejects.toMatchObject({
      code: "invalid_setup",
      message: expect.stringContaining(`Foos.run: its argument 0 comes from ${problem}`),
    });
    for (const parameters of [
      [whole, param],
      [both(whole, Tier2Param(false))],
      [both(whole, Tier2Param("all"))],
      [param],
    ]) {
      expect(await warningsOf([under(kind, ...parameters)])).toEqual([]);
    }
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
