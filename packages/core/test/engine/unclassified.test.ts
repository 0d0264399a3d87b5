import { expect, test } from "vitest";
import { createTier2, defineTier2Tool, type Store, type Tier2Event } from "../../src/index.js";

test("an unclassified tool is told once, however often a server defines it anew", () => {
  const events: Tier2Event[] = [];
  const store = { insert() {}, swap() {}, get() {}, list() {}, sweep() {} } as unknown as Store;
  const tier2 = createTier2({ store, server: "foos", onEvent: (event) => events.push(event) });
  const define = (name: string) =>
    defineTier2Tool({
      name,
      preview: () => ({ summary: "Will drop.", preview: {} }),
      execute: () => ({ message: "Dropped." }),
    });
  for (const name of ["drop", "drop", "wipe", "drop", "wipe"]) tier2.register(define(name));
  expect(events.map(({ type, tool }) => `${type} ${tool}`)).toEqual(["unclassified drop", "unclassified wipe"]);
});
