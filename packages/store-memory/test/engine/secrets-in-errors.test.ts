import { defineTier2Tool } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { fooTool } from "./support/foo-tool.js";
import { aWorld } from "./support/world.js";

const canary = "canary-9f3a7c-hunter2";
const args = { id: 7, password: canary };

const everythingOf = (error: unknown) =>
  error instanceof Error ? [error.name, error.message, error.stack, error.cause].join("\n") : String(error);

const throwing = ({ password }: { password?: string | undefined }): never => {
  throw new TypeError(`535 bad password ${password}`);
};

test("a preview that throws the secret rejects without it", async () => {
  const { call } = aWorld().process();
  const { tool } = fooTool({ secrets: ["password"], preview: throwing });
  const error = await call(tool, args).catch((error: unknown) => error);
  expect(error).toMatchObject({ name: "TypeError", message: "535 bad password [secret]" });
  expect(everythingOf(error)).not.toContain(canary);
});

test("a Tier-1 handler that throws the secret rejects without it", async () => {
  const { call } = aWorld().process();
  const { tool } = fooTool({ secrets: ["password"], tier: 1, execute: throwing });
  const error = await call(tool, args).catch((error: unknown) => error);
  expect(everythingOf(error)).toContain("535 bad password [secret]");
  expect(everythingOf(error)).not.toContain(canary);
});

test.each([
  ["answers", (password: string) => ({ message: `with ${password}`, details: { password } })],
  ["refuses", (password: string) => ({ refused: `with ${password}` })],
  [
    "says NotExecuted",
    (password: string): never => {
      throw Object.assign(new Error(`with ${password}`), { code: "not_executed" });
    },
  ],
])("a Tier-1 handler that %s with the secret has it hidden", async (_how, execute) => {
  const { call, events } = aWorld().process();
  const { tool } = fooTool({ secrets: ["password"], tier: 1, execute: ({ password }) => execute(password as string) });
  const reply = await call(tool, args);
  expect(JSON.stringify(reply)).toContain("with [secret]");
  expect(JSON.stringify([reply, events])).not.toContain(canary);
});

test("a schema that repeats the secret in its complaint has it hidden", async () => {
  const { call } = aWorld().process();
  const tool = defineTier2Tool({
    name: "create_smtp",
    category: "credentials",
    input: z.object({ password: z.string().refine(() => false, { error: ({ input }) => `"${input}" is too weak` }) }),
    secrets: ["password"],
    preview: () => ({ summary: "s", preview: {} }),
    execute: () => ({ message: "created" }),
  });
  const { body } = await call(tool, { password: canary });
  expect(body).toMatchObject({
    reason: "invalid_params",
    error: 'Invalid arguments: password: "[secret]" is too weak.',
  });
});

test("a schema that throws the secret rejects without it", async () => {
  const { call } = aWorld().process();
  const { tool } = fooTool({
    secrets: ["password"],
    input: { "~standard": { version: 1, vendor: "test", validate: throwing } } as never,
  });
  const error = await call(tool, args).catch((error: unknown) => error);
  expect(everythingOf(error)).toContain("535 bad password [secret]");
  expect(everythingOf(error)).not.toContain(canary);
});

test("errors of a tool without secrets arrive as they were thrown", async () => {
  const { call } = aWorld().process();
  const error = Object.assign(new Error("boom"), { code: "23505" });
  const { tool } = fooTool({
    preview: () => {
      throw error;
    },
  });
  await expect(call(tool, { id: 7 })).rejects.toBe(error);
});
