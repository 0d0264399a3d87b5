import { type Classification, defineTier2Tool, type Tier2Tool } from "@holdpoint/tier2-core";
import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type Guard, registerTier2Tool } from "../src/index.js";
import { call, confirmed, envelopeOf } from "./support/answers.js";
import { engine, newServer } from "./support/engine.js";
import { deleteFoo, Foos } from "./support/foos.js";
import { linkedClient } from "./support/linked-client.js";

const preview = () => ({ summary: "Will drop.", preview: {} });
const execute = () => ({ message: "Dropped." });

/** A tool "drop" with this guard, and how often its handler ran. */
function drop(tier2: Partial<Guard<unknown>>, annotations?: ToolAnnotations) {
  const server = newServer();
  const runs: unknown[] = [];
  const config = { description: "Drops.", ...(annotations && { annotations }), tier2: { preview, ...tier2 } };
  const registered = registerTier2Tool(server, engine().tier2, "drop", config, async (extra) => {
    runs.push(extra.requestId);
    return { content: [] };
  });
  return { server, runs, registered };
}

const invalidSetup = (message: RegExp) =>
  expect.objectContaining({ name: "Tier2Error", code: "invalid_setup", message: expect.stringMatching(message) });

describe("refused at registration, naming the tool:", () => {
  const register = (tier2: unknown, more: object = { description: "Drops." }) =>
    registerTier2Tool(newServer(), engine().tier2, "drop", { ...more, tier2 } as never, async () => ({ content: [] }));

  test("a level that nothing here can reach", () => {
    expect(() => register({ preview, level: "L3" })).toThrow(
      expect.objectContaining({ code: "level_unavailable", message: expect.stringMatching(/"drop" demands L3/) }),
    );
    const tool = defineTier2Tool({
      ...{ name: "drop", description: "Drops.", level: "L4" },
      preview,
      execute,
    });
    expect(() => registerTier2Tool(newServer(), engine().tier2, tool)).toThrow(/"drop" demands L4/);
  });

  test("no preview", () => {
    expect(() => register({})).toThrow(invalidSetup(/Tool "drop": it has no preview/));
  });

  test("no `tier2` at all", () => {
    expect(() => register(undefined)).toThrow(invalidSetup(/Tool "drop": its config has no `tier2`/));
  });

  test("no handler", () => {
    const config = { description: "Drops.", tier2: { preview } };
    expect(() => registerTier2Tool(newServer(), engine().tier2, "drop", config, undefined as never)).toThrow(
      invalidSetup(/Tool "drop": it has no handler/),
    );
  });

  test.each([[undefined], [""], [" \n"]])("no description: %j", (description) => {
    const more = description === undefined ? {} : { description };
    expect(() => register({ preview }, more)).toThrow(invalidSetup(/Tool "drop": it has no description/));
    const tool = defineTier2Tool({ name: "drop", ...more, preview, execute });
    expect(() => registerTier2Tool(newServer(), engine().tier2, tool)).toThrow(invalidSetup(/"drop": it has no desc/));
  });

  test("something that is no tool of defineTier2Tool", () => {
    const tool = { name: "drop", description: "Drops." } as Tier2Tool;
    expect(() => registerTier2Tool(newServer(), engine().tier2, tool)).toThrow(/no tool made by defineTier2Tool/);
  });

  test("and nothing of it is on the server afterwards", async () => {
    const server = newServer();
    const { tier2 } = engine();
    registerTier2Tool(server, tier2, deleteFoo(new Foos()));
    expect(() =>
      registerTier2Tool(server, tier2, "drop", { tier2: { preview } }, async () => ({ content: [] })),
    ).toThrow();
    const { tools } = await (await linkedClient(server)).listTools();
    expect(tools.map((tool) => tool.name)).toEqual(["delete_foo"]);
  });
});

test("the engine knows a registered tool before its first call", () => {
  const { tier2, events } = engine();
  registerTier2Tool(newServer(), tier2, deleteFoo(new Foos()));
  registerTier2Tool(newServer(), tier2, "drop", { description: "Drops.", tier2: { preview } }, async () => ({
    content: [],
  }));
  expect(tier2.tools()).toEqual([
    { name: "delete_foo", tier: 2, because: "category" },
    { name: "drop", tier: 2, because: "unclassified" },
  ]);
  expect(events.map(({ type, tool }) => `${type} ${tool}`)).toEqual(["unclassified drop"]);
});

test("what registerTool shows of a tool is shown of a guarded one too", async () => {
  const server = newServer();
  const annotations = { destructiveHint: true, title: "T" };
  const _meta = { "example.com/own": 1 };
  const config = { title: "Drop it", description: "Drops.", annotations, _meta, tier2: { preview } };
  registerTier2Tool(server, engine().tier2, "drop", config, async () => ({ content: [] }));
  const tool = defineTier2Tool({ name: "rm", title: "Remove it", description: "Removes.", preview, execute });
  registerTier2Tool(server, engine().tier2, tool, { annotations });
  const { tools } = await (await linkedClient(server)).listTools();
  expect(tools).toMatchObject([
    { name: "drop", title: "Drop it", annotations, _meta },
    { name: "rm", title: "Remove it", annotations },
  ]);
});

describe("the tier of a call", () => {
  test.each<[string, Classification, ToolAnnotations | undefined, 1 | 2]>([
    ["a harmless tool runs at once", { mutates: "reversible" }, undefined, 1],
    ["destructiveHint raises a harmless tool", { mutates: "reversible" }, { destructiveHint: true }, 2],
    ["destructiveHint: false raises nothing", { mutates: "reversible" }, { destructiveHint: false }, 1],
    ["an unclassified tool previews", {}, undefined, 2],
    ["readOnlyHint does not lower an unclassified tool", {}, { readOnlyHint: true, destructiveHint: false }, 2],
    ["readOnlyHint does not lower a classified tool", { category: "delete" }, { readOnlyHint: true }, 2],
    ["destructiveHint: false does not lower one either", { destructive: true }, { destructiveHint: false }, 2],
  ])("%s", async (_, classification, annotations, tier) => {
    const { server, runs } = drop(classification, annotations);
    const client = await linkedClient(server);
    const answer = await call(client, "drop");
    expect(runs).toHaveLength(tier === 1 ? 1 : 0);
    if (tier === 2) expect(envelopeOf(answer).status).toBe("confirmation_required");
    const [shown] = (await client.listTools()).tools;
    expect(shown?.description).toMatch(tier === 2 ? /^Drops\.\n\nThis tool takes two steps\./ : /^Drops\.$/);
  });

  test("may depend on the arguments, and the description says so", async () => {
    const server = newServer();
    registerTier2Tool(
      server,
      engine().tier2,
      "drop",
      {
        description: "Drops.",
        inputSchema: { all: z.boolean() },
        tier2: { tier: ({ all }) => (all ? 2 : 1), preview },
      },
      async () => ({ content: [{ type: "text", text: "dropped" }] }),
    );
    const client = await linkedClient(server);
    expect((await call(client, "drop", { all: false })).content).toEqual([{ type: "text", text: "dropped" }]);
    expect(envelopeOf(await call(client, "drop", { all: true })).status).toBe("confirmation_required");
    expect((await client.listTools()).tools[0]?.description).toMatch(
      /If the arguments ask for it, this tool takes two/,
    );
  });
});

describe("an update of a registered tool", () => {
  test.each([
    ["callback", { callback: async () => ({ content: [] }) }],
    ["paramsSchema", { paramsSchema: { id: z.number() } }],
    ["outputSchema", { outputSchema: { id: z.number() } }],
  ])("cannot take its guard away: %s", async (key, changes) => {
    const { server, registered, runs } = drop({});
    expect(() => registered.update(changes as never)).toThrow(invalidSetup(new RegExp(`Tool "drop": .* its ${key}`)));
    await confirmed(await linkedClient(server), "drop");
    expect(runs).toHaveLength(1);
  });

  test("cannot rename it, since its previews name it", () => {
    const { registered } = drop({});
    expect(() => registered.update({ name: "drop_all" })).toThrow(invalidSetup(/Tool "drop": it cannot be renamed/));
    registered.update({ name: "drop" });
  });

  test("keeps the two steps at the end of its description", async () => {
    const { server, registered } = drop({});
    const client = await linkedClient(server);
    registered.update({ description: "Drops it all." });
    registered.update({ title: "Drop" });
    const [shown] = (await client.listTools()).tools;
    expect(shown).toMatchObject({ title: "Drop" });
    expect(shown?.description).toMatch(/^Drops it all\.\n\nThis tool takes two steps\.[^\n]*$/);
  });

  test("of its annotations raises the tier from then on, in the description too", async () => {
    const { server, registered, runs } = drop({ mutates: "reversible" });
    const client = await linkedClient(server);
    await call(client, "drop");
    registered.update({ annotations: { destructiveHint: true } });
    await call(client, "drop");
    expect(runs).toHaveLength(1);
    expect((await client.listTools()).tools[0]?.description).toMatch(/takes two steps/);
  });

  test("may disable, enable and remove it", async () => {
    const { server, registered, runs } = drop({});
    const client = await linkedClient(server);
    const { withToken } = await confirmed(client, "drop");
    registered.disable();
    expect((await client.listTools()).tools).toEqual([]);
    expect((await call(client, "drop", withToken)).isError).toBe(true);
    registered.enable();
    expect((await call(client, "drop", withToken))._meta).toMatchObject({ "holdpoint/replayed": true });
    registered.remove();
    expect((await client.listTools()).tools).toEqual([]);
    expect(runs).toHaveLength(1);
  });
});
