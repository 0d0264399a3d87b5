import { expect, test } from "vitest";
import * as z from "zod";
import { type AnySchema, createTier2, defineTier2Tool, type Store, type Tier2Event } from "../../src/index.js";

function world() {
  const events: Tier2Event[] = [];
  const store = { insert() {}, swap() {}, get() {}, list() {}, sweep() {} } as unknown as Store;
  const tier2 = createTier2({ store, server: "foos", onEvent: (event) => events.push(event) });
  return { tier2, redefined: () => events.filter(({ type }) => type === "redefined") };
}

const define = (more: { description?: string; resultSecrets?: string[]; input?: AnySchema; name?: string } = {}) =>
  defineTier2Tool({
    name: "drop",
    category: "delete",
    preview: () => ({ summary: "Will drop.", preview: {} }),
    execute: () => ({ message: "Dropped." }),
    ...more,
  });

test.each([
  ["description", define({ description: "Drops another thing." })],
  ["result secrets", define({ resultSecrets: ["url"] })],
  ["input", define({ input: z.object({ id: z.number() }) })],
])("a tool of the same name with another %s is told, once", (_, other) => {
  const { tier2, redefined } = world();
  for (const tool of [define(), other, define(), other]) tier2.register(tool);
  expect(redefined()).toEqual([{ type: "redefined", atMs: expect.any(Number), server: "foos", tool: "drop" }]);
});

test("equal definitions, as of a server that is built anew for each request, are not", () => {
  const { tier2, redefined } = world();
  for (let request = 0; request < 3; request += 1) {
    tier2.register(define({ description: "Drops.", input: z.object({ id: z.number() }) }));
    tier2.register(define({ description: "Wipes.", name: "wipe" }));
  }
  expect(redefined()).toEqual([]);
});
