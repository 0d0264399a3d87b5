import { expect, test } from "vitest";
import { z } from "zod";
import { createTier2, defineTier2Tool, refuse, type Store } from "../../src/index.js";

const neverAsked = new Proxy({} as Store, {
  get: () => () => {
    throw new Error("the store was asked");
  },
});

test("a preview that refuses is heard without the secrets of the call", async () => {
  const tier2 = createTier2({ store: neverAsked, server: "shop" });
  const tool = defineTier2Tool({
    name: "log_in",
    input: z.object({ password: z.string().meta({ writeOnly: true }) }),
    preview: ({ password }) => refuse(`${password} is no password`),
    execute: () => ({ message: "m" }),
  });
  const reply = await tier2.call(tool, { password: "hunter2" }, { requester: { tokenId: "alice" } });
  await tier2.close();
  expect(reply.body).toMatchObject({ reason: "not_possible", error: "[secret] is no password" });
});
