import { type AnySchema, defineTier2Tool } from "@holdpoint/tier2-core";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import { registerTier2Tool } from "../src/index.js";
import { engine, newServer } from "./support/engine.js";

const password = mini.string().register(mini.globalRegistry, { writeOnly: true });
const Login = mini.object({ host: mini.string(), auth: mini.object({ password }) });

function register(
  input: AnySchema | undefined,
  secrets: string[],
  more: { resultSecrets?: string[] } = {},
  shown = {},
) {
  const tool = defineTier2Tool({
    ...{ name: "add_server", description: "Adds a server.", secrets: secrets as never, ...more },
    ...(input !== undefined && { input }),
    preview: () => ({ summary: "s", preview: {} }),
    execute: () => ({ message: "m" }),
  });
  return () => registerTier2Tool(newServer(), engine().tier2, tool, shown);
}

describe("a schema whose library tells core nothing is listed, so what it marks writeOnly", () => {
  test("is refused where it is none of the tool's secrets", () => {
    expect("jsonSchema" in Login["~standard"]).toBe(false);
    for (const secrets of [[], ["host"], ["auth.passwor"], ["auth.password.x"]]) {
      expect(register(Login, secrets)).toThrow(
        expect.objectContaining({
          code: "invalid_setup",
          message: expect.stringContaining('marks "auth.password" writeOnly'),
        }),
      );
    }
    expect(register(mini.record(mini.string(), password), [])).toThrow(/marks all arguments/);
  });

  test("is taken where it is, alone or with what holds it", () => {
    for (const secrets of [["auth.password"], ["auth"]]) expect(register(Login, secrets)).not.toThrow();
  });
});

describe("a result secret of a tool with an outputSchema", () => {
  const outputSchema = { link: z.object({ url: z.string() }), status: z.string() };

  test("is refused if that allows nothing there", () => {
    for (const path of ["url", "link.uri", "link.url.x"]) {
      expect(register(undefined, [], { resultSecrets: [path] }, { outputSchema })).toThrow(
        expect.objectContaining({ code: "invalid_setup", message: expect.stringContaining(`result secret "${path}"`) }),
      );
    }
  });

  test("is taken if it does, or if it leads from another part of the result", () => {
    const resultSecrets = ["link", "link.url", "content.text", "structuredContent.link.url", "_meta.key"];
    expect(register(undefined, [], { resultSecrets }, { outputSchema })).not.toThrow();
  });
});
