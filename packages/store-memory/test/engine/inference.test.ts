import { defineTier2Tool, refuse } from "@holdpoint/tier2-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { aWorld } from "./support/world.js";

const base = {
  name: "delete_foo",
  category: "delete",
  duplicates: "allow",
  input: z.object({ id: z.number() }),
} as const;

// Half of each test is that it compiles: `npm run typecheck` reads this file too.

test("a preview that refuses by a conditional keeps the type of what it shows, async or not", async () => {
  const tools = [
    defineTier2Tool({
      ...base,
      preview: ({ id }) => (id === 404 ? refuse("gone") : { summary: "s", preview: { foo_id: id } }),
      execute: (_params, { preview }) => ({ message: preview.foo_id.toFixed(1) }),
    }),
    defineTier2Tool({
      ...base,
      async preview({ id }) {
        if (id === 404) return refuse("gone");
        return { summary: "s", preview: { foo_id: id } };
      },
      execute: (_params, { preview }) => ({ message: preview.foo_id.toFixed(1) }),
    }),
    defineTier2Tool({
      ...base,
      preview({ id }) {
        if (id !== 404) return { summary: "s", preview: { foo_id: id }, stateVersion: "v1" };
        return refuse("gone");
      },
      execute: (_params, { preview }) => ({ message: preview.foo_id.toFixed(1) }),
    }),
  ];
  const { call, preview } = aWorld().process();
  for (const tool of tools) {
    expect((await call(tool, { id: 404 })).body).toMatchObject({ reason: "not_possible", error: "gone" });
    const confirm_token = await preview(tool, { id: 7 });
    expect((await call(tool, { id: 7, confirm_token })).body).toMatchObject({ message: "7.0" });
  }
});

test("a misspelt member of a preview does not compile, and is refused where nobody compiles", async () => {
  const tools = [
    defineTier2Tool({
      ...base,
      // @ts-expect-error stateversion
      preview: () => ({ summary: "s", preview: {}, stateversion: "v1" }),
      execute: () => ({ message: "" }),
    }),
    defineTier2Tool({
      ...base,
      // @ts-expect-error stateversion
      preview: async ({ id }) => (id === 404 ? refuse("gone") : { summary: "s", preview: {}, stateversion: "v1" }),
      execute: () => ({ message: "" }),
    }),
  ];
  const { call } = aWorld().process();
  for (const tool of tools) await expect(call(tool, { id: 7 })).rejects.toMatchObject({ code: "invalid_setup" });
});
